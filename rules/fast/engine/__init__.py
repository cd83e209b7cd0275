"""The compiled part of the fast engine: functions of rows of numbers."""
