"""The floorperson at the table."""
