"""Golden games: records of whole games that show every rule at work, and what makes and watches them."""
