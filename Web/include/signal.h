#pragma once
typedef int sigset_t;
static inline int sigprocmask(int how, const sigset_t *set, sigset_t *old) { return 0; }
