"""What the judge did, for people and programs."""
