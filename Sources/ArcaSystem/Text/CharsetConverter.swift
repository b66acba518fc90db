internal import ArcaCore
internal import ArcaPlatform

struct CharsetConverter: ~Copyable {
    private let handle: iconv_t
    private let isFromUTF8: Bool

    /// Errors call an unknown charset `label`.
    init(from source: String, to target: String, named label: String) throws(CodecError) {
        let unknown = CodecError(.unsupported, "charset \(String(printable: label.utf8)) is not known")
        // Names may come from untrusted messages. A slash would add options such as //IGNORE or name a file to load.
        // The empty name and these words select the locale's charset or internal formats of the C library.
        for name in [source, target] {
            let isPlain = name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case .hyphen, .underscore, .period, .colon: true
                default: false
                }
            }
            guard isPlain, 1...64 ~= name.utf8.count, !["char", "wchar_t", "internal"].contains(name) else {
                throw unknown
            }
        }
        guard let handle = iconv_open(target, source), UInt(bitPattern: handle) != UInt.max else { throw unknown }
        self.handle = handle
        isFromUTF8 = source == "UTF-8"
    }

    deinit { iconv_close(handle) }

    /// Replaces input that cannot be converted by `replacement`.
    ///
    /// Without one, `failure` creates the error from the offset and from whether the input ends within a character.
    borrowing func convert(
        _ bytes: Span<UInt8>, replacement: [UInt8]?, failure: (Int, Bool) -> CodecError
    ) throws(CodecError) -> [UInt8] {
        let scratch = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 16 * 1024)
        defer { scratch.deallocate() }
        var result: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            let stop = bytes.withUnsafeBufferPointer { step($0, &offset, scratch: scratch, into: &result) }
            if stop == 0 || stop == E2BIG { continue }
            guard let replacement else { throw failure(offset, stop == EINVAL) }
            result += replacement
            if stop == EINVAL { break }
            // One character of UTF-8, or one byte of another charset.
            offset += 1
            while isFromUTF8, offset < bytes.count, bytes[offset] & 0xc0 == 0x80 { offset += 1 }
        }
        // Charsets with shift states must end in the initial state.
        while step(nil, &offset, scratch: scratch, into: &result) == E2BIG {}
        return result
    }

    /// Converts as much as fits into `scratch`, or finishes the text if `bytes` is nil; returns 0 or `errno`.
    private borrowing func step(
        _ bytes: UnsafeBufferPointer<UInt8>?, _ offset: inout Int, scratch: UnsafeMutableBufferPointer<CChar>,
        into result: inout [UInt8]
    ) -> Int32 {
        var free = scratch.baseAddress
        var freeCount = scratch.count
        var number: Int32 = 0
        if let bytes {
            // iconv takes a mutable pointer but does not write to it.
            var input = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                .advanced(by: offset).assumingMemoryBound(to: CChar.self)
            var inputCount = bytes.count - offset
            if iconv(handle, &input, &inputCount, &free, &freeCount) == Self.failed { number = errno }
            offset = bytes.count - inputCount
        } else if iconv(handle, nil, nil, &free, &freeCount) == Self.failed {
            number = errno
        }
        result += UnsafeRawBufferPointer(scratch)[..<(scratch.count - freeCount)]
        return number
    }

    /// `(size_t)-1`.
    private static let failed = -1
}
