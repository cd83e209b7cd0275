"""Playing together: the server that holds every match, and what it says to its clients."""
