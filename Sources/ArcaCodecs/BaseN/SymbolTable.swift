#if hasFeature(Embedded)
internal import ArcaPlatform
#else
internal import Synchronization
#endif

/// The symbols of an alphabet of 16, 32 or 64, and the reverse mapping, as lookup tables for the inner loops.
///
/// Tables are never freed, so codecs are plain values that are cheap to copy. The same custom alphabet always gets the
/// same table. The memory is written once, here, so tables are safe to share.
struct SymbolTable: @unchecked Sendable, Hashable {
    static let invalid: UInt8 = 0xff

    let symbols: UnsafePointer<UInt8>
    /// The two symbols of each pair of values: `pairs[first << bits | second]`, the first symbol in the low byte.
    let pairs: UnsafePointer<UInt16>
    /// The value of each byte, or `invalid`; followed by the rows of ``RowTable``.
    let values: UnsafePointer<UInt8>
    /// Like `values`, with the bytes that lenient decoding also accepts.
    let lenientValues: UnsafePointer<UInt8>
    /// Offsets from value to symbol and two factors, for a Base64 alphabet that starts like that of RFC 4648; else nil.
    let distances: UnsafePointer<UInt8>?

    /// Fills the tables.
    ///
    /// - Parameters:
    ///   - alphabet: 16, 32 or 64 different symbols.
    ///   - aliases: Additional bytes that lenient decoding accepts, each with the symbol it represents.
    init(_ alphabet: [UInt8], aliases: [(UInt8, UInt8)] = []) {
        let count = alphabet.count
        let pairBytes = count * count * 2
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: pairBytes + count + 2 * RowTable.byteCount + 20, alignment: 64)

        let pairs = memory.bindMemory(to: UInt16.self, capacity: count * count)
        let symbols = (memory + pairBytes).bindMemory(to: UInt8.self, capacity: count + 2 * RowTable.byteCount + 20)
        let values = symbols + count
        let lenientValues = values + RowTable.byteCount
        let distances = lenientValues + RowTable.byteCount
        values.initialize(repeating: SymbolTable.invalid, count: 256)
        for (value, symbol) in alphabet.enumerated() {
            (symbols + value).initialize(to: symbol)
            values[Int(symbol)] = UInt8(value)
            for (second, secondSymbol) in alphabet.enumerated() {
                let pair = UInt16(secondSymbol) << 8 | UInt16(symbol)
                (pairs + value * count + second).initialize(to: pair)
            }
        }
        lenientValues.initialize(from: values, count: 256)
        for (alias, symbol) in aliases where values[Int(alias)] == SymbolTable.invalid {
            lenientValues[Int(alias)] = values[Int(symbol)]
        }
        RowTable.fill(behind: values)
        RowTable.fill(behind: lenientValues)
        // The offset is the same for all upper-case letters, for all lower-case letters and for all digits; only the
        // last two symbols differ.
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        if alphabet.starts(with: letters) {
            let firsts = [0, 26] + [Int](repeating: 52, count: 10) + [62, 63]
            distances.initialize(repeating: 0, count: 16)
            for (row, value) in firsts.enumerated() { distances[row] = alphabet[value] &- UInt8(value) }
            // Followed by the factors 16 and 256 of the kernels' second multiplication. If they were constants in the
            // code, LLVM would turn each into two shifts and a blend, which costs a quarter of the speed.
            UnsafeMutableRawPointer(distances + 16).storeBytes(of: 0x0100_0010, as: UInt32.self)
            self.distances = UnsafePointer(distances)
        } else {
            self.distances = nil
        }
        self.pairs = UnsafePointer(pairs)
        self.symbols = UnsafePointer(symbols)
        self.values = UnsafePointer(values)
        self.lenientValues = UnsafePointer(lenientValues)
    }

    private static let custom = Mutex<[[UInt8]: SymbolTable]>([:])

    static func custom(_ alphabet: [UInt8], aliases: [(UInt8, UInt8)] = []) -> SymbolTable {
        custom.withLock { tables in
            if let table = tables[alphabet] { return table }
            let table = SymbolTable(alphabet, aliases: aliases)
            tables[alphabet] = table
            return table
        }
    }

    static func otherCase(_ symbols: [UInt8]) -> [(UInt8, UInt8)] {
        symbols.filter { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7a }.map { ($0 ^ 0x20, $0) }
    }

    /// Checks a padding character: printable ASCII.
    static func checkedPadding(_ character: Character) throws(CodecError) -> UInt8 {
        guard let byte = character.asciiValue, byte > 0x20, byte < 0x7f else {
            throw CodecError(.invalidOption, "the padding character is not printable ASCII", hint: "use =")
        }
        return byte
    }

    /// Checks the symbols of a custom alphabet: the right number, printable ASCII, no duplicates, not the padding.
    static func checked(_ text: String, count: Int, padding: UInt8?) throws(CodecError) -> [UInt8] {
        let symbols = Array(text.utf8)
        var seen = [Bool](repeating: false, count: 256)
        for (offset, symbol) in symbols.enumerated() {
            let position = TextPosition(offset: offset, in: symbols)
            guard symbol > 0x20, symbol < 0x7f else {
                throw CodecError(
                    .invalidOption, at: position,
                    "an alphabet holds printable ASCII only, not \(symbol.quoted)")
            }
            guard !seen[Int(symbol)] else {
                throw CodecError(.invalidOption, at: position, "the alphabet repeats \(symbol.quoted)")
            }
            guard symbol != padding else {
                throw CodecError(.invalidOption, at: position, "the padding character is in the alphabet")
            }
            seen[Int(symbol)] = true
        }
        guard symbols.count == count else {
            throw CodecError(
                .invalidOption, "the alphabet has \(symbols.count) symbols", hint: "it needs \(count)")
        }
        return symbols
    }
}
