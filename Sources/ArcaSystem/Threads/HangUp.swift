internal import ArcaPlatform

/// Calls a thread away that waits for the bytes of a pipe, which may never come.
///
/// A pipe of its own, of which one end is closed when the time has come: unlike a signal that can be neither missed nor
/// come too early.
final class HangUp: @unchecked Sendable {  // given by one thread, waited for by others
    private let waiting: Descriptor
    private var giving: Descriptor?

    /// Makes one; nil when no descriptor is left.
    init?() {
        guard let pipe = try? Pipe() else { return nil }
        waiting = pipe.reading
        giving = .some(pipe.writing)
    }

    /// Ends all waiting, now and later.
    func give() { giving = nil }

    /// Waits until there is something to read from `input`, or its end; false when called away.
    func wait(for input: borrowing Descriptor) -> Bool {
        var polled = (
            pollfd(fd: input.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: waiting.number, events: Int16(POLLIN), revents: 0)
        )
        while true {
            let count = withUnsafeMutableBytes(of: &polled) { poll($0.bindMemory(to: pollfd.self).baseAddress, 2, -1) }
            // What poll itself can not say, reading will.
            if count >= 0 || errno != EINTR { return polled.1.revents == 0 }
        }
    }
}
