"""nfvgen."""
