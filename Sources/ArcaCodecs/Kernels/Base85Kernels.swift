/// Base85's loops over whole groups: chooses the fastest that the processor has.
enum Base85Kernels {
    /// Encodes whole groups of 4 bytes.
    ///
    /// - Returns: Bytes encoded: `count`, or fewer when a group is one of `stop`.
    static func encode(
        _ source: Source, _ count: Int, _ destination: Destination, _ alphabet: Base85Alphabet,
        stopsAt stop: (UInt32, UInt32)?
    ) -> Int {
        Base85Portable.encode(source, count, destination, alphabet, stopsAt: stop)
    }

    /// Decodes whole groups of 5 symbols, up to the first one that is none or one of `stop`.
    ///
    /// - Returns: Symbols decoded.
    static func decode(
        _ source: Source, _ count: Int, _ destination: Destination, _ alphabet: Base85Alphabet,
        stopsAt stop: (UInt32, UInt32)?
    ) -> Int {
        Base85Portable.decode(source, count, destination, alphabet.values, stopsAt: stop)
    }
}
