// The words of the command line, for Swift's runtime, which otherwise finds them by reading /proc/self/maps while it is
// loaded: a twentieth of the time that a command needs to start. The C library gives them to its constructors. Where the
// runtime is linked in, the linker takes these functions and leaves out the runtime's own of the same names.
#if __has_include(<features.h>)
#include <features.h>
#endif

#ifdef __GLIBC__  // Others call constructors without arguments.
static int count;
static char **words;

__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    words = argv;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *outCount) {
    *outCount = count;
    return words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) {
    count = argc;
    words = argv;
}
#endif
