#pragma once
#if defined(__linux__)
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
