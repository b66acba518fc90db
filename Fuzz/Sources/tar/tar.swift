import Arca
import FuzzSupport

/// Archives in pieces: split points do not matter, and accepted paths stay inside the folder.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let isRepaired = input.byte() & 1 == 1
    let cut = Int(input.byte()) << 3 | Int(input.byte()) & 7
    var bytes = input.bytes
    // Otherwise hardly any change passes the checksum.
    if isRepaired { repair(&bytes) }
    let whole = Reading([bytes[...]])
    let place = min(cut, bytes.count)
    let split = Reading([bytes[..<place], bytes[place...]])
    check(whole == split, "the same wherever it is cut")
    for entry in whole.entries {
        check(entry.byteCount >= 0, "sizes are not negative")
        if let path = try? InnerPath(entry.path.bytes) {
            check(!path.names.contains("..") && !entry.path.isAbsolute, "an inner path stays inside")
        }
    }
    return 0
}

/// Corrects the checksum of every header.
private func repair(_ bytes: inout [UInt8]) {
    for start in stride(from: 0, to: bytes.count - 511, by: 512) where bytes[start] != 0 {
        for index in start + 148..<start + 156 { bytes[index] = 0x20 }
        let sum = bytes[start..<start + 512].reduce(0) { $0 + Int($1) }
        let digits = Array(String(sum, radix: 8).utf8)
        bytes.replaceSubrange(start + 148..<start + 148 + digits.count, with: digits)
    }
}

private struct Reading: Equatable {
    var entries: [TarEntry] = []
    var contents: [[UInt8]] = []
    var error: ContainerError?

    init(_ pieces: [ArraySlice<UInt8>]) {
        let collector = Collector()
        var reader = TarReader(Handler(collector: collector))
        do {
            for piece in pieces { try reader.write(piece) }
            _ = try reader.finish()
        } catch { self.error = error as? ContainerError }
        (entries, contents) = (collector.entries, error == nil ? collector.contents : [])
    }
}

private final class Collector {
    var entries: [TarEntry] = []
    var contents: [[UInt8]] = []
    var isOpen = false
}

private struct Handler: TarHandler {
    let collector: Collector

    mutating func begin(_ entry: TarEntry) {
        check(!collector.isOpen, "an entry ends before the next one")
        collector.isOpen = true
        collector.entries.append(entry)
        collector.contents.append([])
    }
    mutating func take(_ content: Span<UInt8>) {
        collector.contents[collector.contents.count - 1] += [UInt8](bytes: content)
    }
    mutating func end() {
        check(collector.contents.last?.count == collector.entries.last?.byteCount, "all of the content comes")
        collector.isOpen = false
    }
}
