// Provides the command-line arguments to Swift's runtime, which would otherwise parse /proc/self/maps during loading, a
// twentieth of a command's start-up time. The C library passes them to constructors. If the runtime is linked
// statically, the linker uses these functions instead of the runtime's own.
#if __has_include(<features.h>)
#include <features.h>
#endif

#ifdef __GLIBC__  // Other C libraries call constructors without arguments.
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
