"""The steps from one schema to the next, each of which is written once and never changed."""
