"""What measures a built site: its markup, its weight, its speed, its look. Nothing here is part of `bd` itself."""
