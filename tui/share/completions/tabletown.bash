# Installed as share/bash-completion/completions/tabletown, and read when Tab is first pressed.
eval "$(tabletown completion bash)"
