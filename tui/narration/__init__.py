"""A match in sentences, for screens and for text mode alike."""
