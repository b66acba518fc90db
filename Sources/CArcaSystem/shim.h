#pragma once
// Calls that Swift cannot reach: variadic functions, and GNU names that the Glibc module leaves out. No system header
// but the table of call numbers is included, because this module would then claim their types (struct stat and so on).

// A digit of the commit that `scripts/lib.sh` writes over the dashes in copies of the command. Volatile, so that no compiler
// counts on the dashes.
static inline char arca_commit_letter(int index) {
    static const volatile char stamp[] = "arca-commit=----------------------------------------";
    return stamp[12 + index];
}

#if defined(__linux__)
#include <sys/syscall.h>

extern long syscall(long number, ...);

// The kernel's numbers: <asm-generic/fcntl.h>, on Arm <asm/fcntl.h>; <linux/prctl.h>.
#define ARCA_O_PATH 010000000
#define ARCA_F_SETPIPE_SZ 1031
#define ARCA_F_GETPIPE_SZ 1032
#if defined(__aarch64__) || defined(__arm__)
#define ARCA_O_TMPFILE (020000000 | 040000)
#else
#define ARCA_O_TMPFILE (020000000 | 0200000)
#endif
#define ARCA_O_RDWR_CLOEXEC (02 | 02000000)
#define ARCA_PR_GET_DUMPABLE 3
#define ARCA_PR_SET_DUMPABLE 4

// Opens a file without a name in `folder`; it vanishes with its last descriptor unless it is linked.
static inline int arca_open_unnamed(int folder, unsigned mode) {
    return (int)syscall(SYS_openat, folder, ".", ARCA_O_TMPFILE | ARCA_O_RDWR_CLOEXEC, mode);
}
// Fills `mask` with one bit a usable core; returns the bytes filled, or -1.
static inline long arca_core_mask(void *mask, unsigned long count) {
    return syscall(SYS_sched_getaffinity, 0, count, mask);
}
// Keeps pages out of swap, each from its first use on (MLOCK_ONFAULT).
static inline int arca_lock_on_use(void *pages, unsigned long count) {
    return (int)syscall(SYS_mlock2, pages, count, 1UL);
}
// Renames within `folder`, but replaces nothing (RENAME_NOREPLACE); not every file system can.
static inline int arca_rename_exclusively(int folder, const char *name, const char *new_name) {
    return (int)syscall(SYS_renameat2, folder, name, folder, new_name, 1UL);
}
static inline int arca_set_dumpable(long value) { return (int)syscall(SYS_prctl, ARCA_PR_SET_DUMPABLE, value, 0L, 0L, 0L); }
static inline int arca_is_dumpable(void) { return (int)syscall(SYS_prctl, ARCA_PR_GET_DUMPABLE, 0L, 0L, 0L, 0L); }

// <linux/keyctl.h>; keyrings of a process are named by negative numbers.
#define ARCA_KEY_SPEC_PROCESS_KEYRING (-2)
#define ARCA_KEY_SPEC_USER_KEYRING (-4)
#define ARCA_KEYCTL_REVOKE 3
#define ARCA_KEYCTL_SETPERM 5
#define ARCA_KEYCTL_DESCRIBE 6
#define ARCA_KEYCTL_LINK 8
#define ARCA_KEYCTL_UNLINK 9
#define ARCA_KEYCTL_SEARCH 10
#define ARCA_KEYCTL_READ 11
#define ARCA_KEYCTL_SET_TIMEOUT 15
#define ARCA_KEYCTL_INVALIDATE 21

// Adds a key of type `user` to a keyring; returns its serial number, or -1.
static inline long arca_add_key(const char *description, const void *payload, unsigned long count, long keyring) {
    return syscall(SYS_add_key, "user", description, payload, count, keyring);
}
static inline long arca_keyctl(int operation, long first, long second, long third) {
    return syscall(SYS_keyctl, operation, first, second, third, 0L);
}
// Finds a key of type `user` below a keyring; returns its serial number, or -1.
static inline long arca_search_key(long keyring, const char *description) {
    return syscall(SYS_keyctl, ARCA_KEYCTL_SEARCH, keyring, "user", description, 0L);
}
// Closes every descriptor from `first` on in the child (glibc 2.34); the type of `actions` stays the C library's.
extern int arca_spawn_closes_from(void *actions, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");
#else
#define ARCA_O_PATH 0
static inline int arca_open_unnamed(int folder, unsigned mode) { return -1; }
static inline long arca_core_mask(void *mask, unsigned long count) { return -1; }
static inline int arca_lock_on_use(void *pages, unsigned long count) { return -1; }
extern int renameatx_np(int folder, const char *name, int new_folder, const char *new_name, unsigned flags);
static inline int arca_rename_exclusively(int folder, const char *name, const char *new_name) {
    return renameatx_np(folder, name, folder, new_name, 4);
}
static inline int arca_set_dumpable(long value) { return 0; }
static inline int arca_is_dumpable(void) { return 0; }
static inline int arca_spawn_closes_from(void *actions, int first) { return 0; }
#endif
