"""Lets the tests import the example's files the way `python server.py` does."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
