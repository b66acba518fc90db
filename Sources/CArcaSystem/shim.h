#pragma once
// Calls that Swift cannot access: variadic functions, and GNU names that the Glibc module omits. Except for the table
// of system call numbers, no system header is included because this module would then define its types (such as struct
// stat).

// A digit of the commit, which `scripts/lib.sh` writes over the dashes in copies of the command. Volatile, so no
// compiler relies on the dashes.
static inline char arca_commit_letter(int index) {
    static const volatile char stamp[] = "arca-commit=----------------------------------------";
    return stamp[12 + index];
}

#if defined(__linux__)
#include <sys/syscall.h>

extern long syscall(long number, ...);

// Kernel constants: <asm-generic/fcntl.h>, <asm/fcntl.h> on Arm; <linux/prctl.h>.
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

// Opens an unnamed file in `folder`, which is deleted with its last descriptor unless it is linked.
static inline int arca_open_unnamed(int folder, unsigned mode) {
    return (int)syscall(SYS_openat, folder, ".", ARCA_O_TMPFILE | ARCA_O_RDWR_CLOEXEC, mode);
}
// Fills `mask` with one bit per usable core; returns the number of bytes written, or -1.
static inline long arca_core_mask(void *mask, unsigned long count) {
    return syscall(SYS_sched_getaffinity, 0, count, mask);
}
// Keeps pages out of swap, each from its first use (MLOCK_ONFAULT).
static inline int arca_lock_on_use(void *pages, unsigned long count) {
    return (int)syscall(SYS_mlock2, pages, count, 1UL);
}
// Renames within `folder` without replacing (RENAME_NOREPLACE); not every file system supports it.
static inline int arca_rename_exclusively(int folder, const char *name, const char *new_name) {
    return (int)syscall(SYS_renameat2, folder, name, folder, new_name, 1UL);
}
static inline int arca_set_dumpable(long value) { return (int)syscall(SYS_prctl, ARCA_PR_SET_DUMPABLE, value, 0L, 0L, 0L); }
static inline int arca_is_dumpable(void) { return (int)syscall(SYS_prctl, ARCA_PR_GET_DUMPABLE, 0L, 0L, 0L, 0L); }

// <linux/keyctl.h>; special keyrings have negative numbers.
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
// Searches a keyring for a key of type `user`; returns its serial number, or -1.
static inline long arca_search_key(long keyring, const char *description) {
    return syscall(SYS_keyctl, ARCA_KEYCTL_SEARCH, keyring, "user", description, 0L);
}
// Pseudoterminals, which the Glibc module omits.
extern int arca_open_master(int flags) __asm__("posix_openpt");
extern int arca_grant_slave(int master) __asm__("grantpt");
extern int arca_unlock_slave(int master) __asm__("unlockpt");
extern int arca_name_slave(int master, char *name, unsigned long count) __asm__("ptsname_r");
// Closes every descriptor from `first` in the child (glibc 2.34); `actions` has the C library's type.
extern int arca_spawn_closes_from(void *actions, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");
// Makes the child's process group the one that reads from `terminal` (glibc 2.35); -1 if the C library cannot.
extern int arca_spawn_sets_group(void *actions, int terminal) __asm__("posix_spawn_file_actions_addtcsetpgrp_np")
    __attribute__((weak));
static inline int arca_spawn_takes_terminal(void *actions, int terminal) {
    return arca_spawn_sets_group ? arca_spawn_sets_group(actions, terminal) : -1;
}
#else
#define ARCA_O_PATH 0
static inline int arca_spawn_takes_terminal(void *actions, int terminal) { return -1; }
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
