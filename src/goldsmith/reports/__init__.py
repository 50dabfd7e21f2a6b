"""What people read: the terminal, a page, JSON. Draws records; computes nothing."""
