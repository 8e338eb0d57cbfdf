"""The facet lane's report."""
