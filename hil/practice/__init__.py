"""Practice for dealers: a learner deals on the dealer's page, robots play, and a coach explains every mistake."""
