#include "arguments.h"

#if __has_include(<features.h>)
#include <features.h>
#endif

static int count;
static char **words;

char **arca_arguments(int *argument_count) {
    *argument_count = count;
    return words;
}

#ifdef __GLIBC__  // Others call constructors without arguments.
__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    words = argv;
}

// Swift's runtime finds the same words by reading /proc/self/maps while it is loaded, which takes a twentieth of the time that
// a command needs to start. Where the runtime is linked in, the linker takes these functions and leaves out the runtime's own.
char **_swift_stdlib_getUnsafeArgvArgc(int *argument_count) { return arca_arguments(argument_count); }

void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) {
    count = argc;
    words = argv;
}
#endif
