"""Play in a browser: the program in a page, invitations as links, and pages of finished games."""
