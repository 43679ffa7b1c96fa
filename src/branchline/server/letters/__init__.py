"""What leaves the server to those who are away: push messages, mail, webhooks."""
