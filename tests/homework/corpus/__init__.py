"""Programs that are wrong in known ways: what makes, runs and labels them."""
