"""1906 San Francisco on screen."""
