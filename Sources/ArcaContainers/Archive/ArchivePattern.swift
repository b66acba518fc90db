public import ArcaCore
public import ArcaSystem

/// A pattern for names in an archive, with the syntax of GNU tar's `--exclude`.
///
/// `*` matches any text including `/`, `?` one character, `[a-z]` one character of a set, and `[!a-z]` or `[^a-z]` one
/// character outside of it. `\` escapes the next character. A pattern matches the whole path of an entry or its last
/// components; with a leading `./` it matches the whole path only. A matching folder includes its contents.
///
/// Source: GNU tar manual, "Wildcards Patterns and Matching"; POSIX.1-2017, `fnmatch`.
public struct ArchivePattern: Sendable, Hashable {
    /// An element that matches one character, or any text.
    private enum Part: Sendable, Hashable {
        case text
        case anyCharacter
        case character(UInt32)
        case oneOf([ClosedRange<UInt32>], isNegated: Bool)

        func fits(_ character: UInt32) -> Bool {
            switch self {
            case .text: false
            case .anyCharacter: true
            case .character(let other): character == other
            case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
            }
        }
    }

    private let parts: [Part]
    private let isAnchored: Bool
    private static let separator = UInt32(ascii: "/")

    /// Reads a pattern.
    ///
    /// - Parameter pattern: The pattern. Bytes that are not UTF-8 match themselves.
    /// - Throws: ``ContainerError`` `.invalidOption` for an empty pattern, an unclosed `[` or a trailing `\`.
    public init(_ pattern: borrowing some Bytes) throws(ContainerError) {
        var text = Self.characters([UInt8](bytes: pattern))[...]
        isAnchored = text.starts(with: Self.characters(Array("./".utf8)))
        if isAnchored { text = text.dropFirst(2) }
        while text.count > 1, text.last == Self.separator { text.removeLast() }
        guard !text.isEmpty else { throw ContainerError(.invalidOption, "the pattern is empty") }
        var parts: [Part] = []
        while let character = text.popFirst() {
            switch character {
            case UInt32(ascii: "*"):
                if parts.last != .text { parts.append(.text) }
            case UInt32(ascii: "?"): parts.append(.anyCharacter)
            case UInt32(ascii: "["): parts.append(try Self.choice(&text))
            case UInt32(ascii: "\\"):
                guard let next = text.popFirst() else {
                    throw ContainerError(
                        .invalidOption, "the pattern ends with a backslash", hint: "write \\\\ for one")
                }
                parts.append(.character(next))
            default: parts.append(.character(character))
            }
        }
        self.parts = parts
    }

    /// Whether the pattern matches an entry itself; the contents of a matching folder are not considered.
    ///
    /// - Parameter path: The path of the entry in the archive.
    /// - Returns: Whether the pattern matches.
    public func matches(_ path: BytePath) -> Bool {
        let name = Self.characters(path.bytes)
        if isFitting(name[...]) { return true }
        guard !isAnchored else { return false }
        return name.indices.contains { name[$0] == Self.separator && isFitting(name[($0 + 1)...]) }
    }

    /// Matches the whole name; on a mismatch, backtracks to the last `*`.
    private func isFitting(_ name: ArraySlice<UInt32>) -> Bool {
        var (index, part) = (name.startIndex, 0)
        var retry: (index: Int, part: Int)?
        while index < name.endIndex {
            if part < parts.count, parts[part] == .text {
                retry = (index, part)
                part += 1
            } else if part < parts.count, parts[part].fits(name[index]) {
                index += 1
                part += 1
            } else if let last = retry {
                index = last.index + 1
                part = last.part + 1
                retry = (index, last.part)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .text }
    }

    /// The characters in brackets; the first one may be `]`.
    private static func choice(_ text: inout ArraySlice<UInt32>) throws(ContainerError) -> Part {
        var ranges: [ClosedRange<UInt32>] = []
        let isNegated = text.first.map { $0 == UInt32(ascii: "!") || $0 == UInt32(ascii: "^") } ?? false
        if isNegated { text.removeFirst() }
        while var first = text.popFirst() {
            if first == UInt32(ascii: "]"), !ranges.isEmpty { return .oneOf(ranges, isNegated: isNegated) }
            if first == UInt32(ascii: "\\"), let next = text.popFirst() { first = next }
            guard text.first == UInt32(ascii: "-"), let last = text.dropFirst().first, last != UInt32(ascii: "]") else {
                ranges.append(first...first)
                continue
            }
            text.removeFirst(2)
            guard first <= last else {
                throw ContainerError(.invalidOption, "the range in brackets runs backwards", hint: "write [a-z]")
            }
            ranges.append(first...last)
        }
        throw ContainerError(.invalidOption, "the pattern has [ without ]", hint: "write \\[ for the character")
    }

    /// Invalid UTF-8 bytes are mapped beyond all characters.
    private static func characters(_ bytes: [UInt8]) -> [UInt32] {
        if let text = String(validating: bytes, as: UTF8.self) { return text.unicodeScalars.map(\.value) }
        return bytes.map { $0 < 0x80 ? UInt32($0) : 0x11_0000 + UInt32($0) }
    }
}

extension UInt32 {
    fileprivate init(ascii: Unicode.Scalar) { self = ascii.value }
}
