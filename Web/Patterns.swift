// Gesture patterns.

/// Bytes in ordinary memory: a page has no other.
public struct SecretBytes: Sendable, Equatable {
    private let bytes: [UInt8]

    init(copying bytes: [UInt8]) { self.bytes = bytes }

    init<Failure: Error>(
        byteCount: Int, initializingWith fill: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) { bytes = try [UInt8](capacity: byteCount, initializingWith: fill) }

    var count: Int { bytes.count }

    borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(bytes.span) }
}

@_extern(c, "arca_digest")
private func digest(
    _ number: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ digest: UnsafeMutablePointer<UInt8>
) -> Int32

/// Grid and rules, such as `3x3 android`, and for `pattern` its dots in any notation.
private func space(_ text: String) throws(PatternError) -> (grid: Pattern.Grid, rules: PatternRules, dots: [UInt8]) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    return (try Pattern.Grid(words[0]), try PatternRules(named: words[1]), words.count > 2 ? Array(words[2].utf8) : [])
}

private func report(_ pattern: Pattern) -> JSONObject {
    var object = JSONObject()
    object["dots"] = .array(pattern.dots.map { .integer($0) })
    for notation in PatternNotation.allCases {
        if let text = try? notation.text(of: pattern) { object[notation.rawValue] = .string(text) }
    }
    return object
}

private func describe(_ error: PatternError) -> JSONObject {
    var object = JSONObject()
    object["error"] = .string(error.message)
    return object
}

/// A pattern in all notations.
@_expose(wasm, "pattern")
@_cdecl("arca_pattern")
public func pattern(_ start: UnsafePointer<UInt8>?, _ count: Int32) {
    do throws(PatternError) {
        let (grid, rules, dots) = try space(text(start, count))
        answer(report(try Pattern(text: dots, grid: grid, rules: rules)))
    } catch {
        answer(describe(error))
    }
}

/// `pattern audit`: finds the pattern of an unsalted digest, in the encodings `bytes`, `zero-digits` and `digits`.
@_expose(wasm, "audit")
@_cdecl("arca_audit")
public func audit(
    _ start: UnsafePointer<UInt8>?, _ count: Int32, _ digestStart: UnsafePointer<UInt8>?, _ digestCount: Int32
) {
    let wanted = bytes(digestStart, digestCount)
    let functions: [Int: (number: Int32, name: String)] = [16: (0, "MD5"), 20: (1, "SHA-1"), 32: (3, "SHA-256")]
    var object = JSONObject()
    do throws(PatternError) {
        let (grid, rules, _) = try space(text(start, count))
        guard let function = functions[wanted.count] else {
            throw PatternError(
                .invalidFormat,
                "a digest of \(wanted.count) bytes is neither MD5 (16) nor SHA-1 (20) nor SHA-256 (32)")
        }
        let encodings: [(String, UInt8)] = [("bytes", 0), ("zero-digits", 0x30), ("digits", 0x31)]
        var (tried, output) = (0, [UInt8](repeating: 0, count: 64))
        for (encoding, offset) in encodings where object.names.isEmpty {
            try PatternSpace(grid: grid, rules: rules).forEach { cells in
                tried += 1
                var input = Array(bytes: cells)
                for index in input.indices { input[index] += offset }
                let length = Int(digest(function.number, input, input.count, &output))
                guard output[..<length].elementsEqual(wanted) else { return true }
                object["encoding"] = .string(encoding)
                for index in input.indices { input[index] -= offset }
                object["dots"] = .array(input.map { .integer(Int($0)) })
                return false
            }
        }
        object["function"] = .string(function.name)
        object["triedCount"] = .integer(tried)
    } catch {
        object = describe(error)
    }
    answer(object)
}
