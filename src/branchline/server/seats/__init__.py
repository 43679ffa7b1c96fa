"""Who plays a seat when no person does."""
