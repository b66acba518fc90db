// A suite a source file goes here.
