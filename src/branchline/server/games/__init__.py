"""
What a finished game is and what it says, without a database: its record and card, who is rated for it, what each seat
did, how it went moment by moment, and what many games add up to. Pure, and knows no variant.
"""
