"""What a message costs: the whole `App` against the TypeScript SDK's, in the same host page."""
