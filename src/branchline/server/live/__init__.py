"""Tables that somebody plays or watches: one copy of each in memory, changed by one command at a time."""
