"""The docs that are made from the code: API reference, tables, and the snippets that tests run."""
