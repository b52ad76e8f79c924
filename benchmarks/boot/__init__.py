"""What the start of a view costs, from the frame's creation to the first result on the screen."""
