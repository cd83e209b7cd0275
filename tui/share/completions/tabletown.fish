# Installed as share/fish/vendor_completions.d/tabletown.fish, and read when Tab is first pressed.
tabletown completion fish | source
