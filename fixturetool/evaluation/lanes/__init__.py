"""The path lane and the page lane: their walk and their scores."""
