#pragma once
// The program's name and the words of the command line, as the C library gives them to constructors, without /proc, which a
// rescue shell may lack; null where it gives none.
char **arca_arguments(int *argument_count);
