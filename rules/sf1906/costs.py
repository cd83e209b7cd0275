"""Dollars that actions of 1906 San Francisco cost."""

DISTANCE_COST = 2
"""Dollars a space of distance between the token and an action."""
CLEAR_COST, CLEAR_UP_COST = 3, 2
"""Dollars for clear-up with a rubble token, and without."""
DEVELOP_COST = 2
"""Dollars for urban development."""
RUBBLE_COST = 3
"""Dollars that rubble adds to the cost of building on its plot."""
