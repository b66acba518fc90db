/// The signals that end a process by default, except SIGKILL and those that report a processor fault.
package let endingSignals: [Int32] = {
    let signals = [
        SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGPIPE, SIGXCPU, SIGXFSZ, SIGVTALRM,
        SIGPROF,
    ]
    #if os(Linux)
    return signals + [SIGSTKFLT, SIGIO, SIGPWR] + (__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #else
    return signals
    #endif
}()
