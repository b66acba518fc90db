/// BLAKE2b-512, 64 bytes.
///
/// Source: RFC 7693.
public struct BLAKE2b: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .blake2b }
    /// The computation under way.
    public var stream: HashStream

    /// Makes a value that goes on with a computation.
    public init(stream: HashStream) { self.stream = stream }
}

/// BLAKE2s-256, 32 bytes.
///
/// Source: RFC 7693.
public struct BLAKE2s: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .blake2s }
    /// The computation under way.
    public var stream: HashStream

    /// Makes a value that goes on with a computation.
    public init(stream: HashStream) { self.stream = stream }
}

/// SM3, the Chinese standard hash function, 32 bytes.
///
/// Source: GB/T 32905-2016.
public struct SM3: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sm3 }
    /// The computation under way.
    public var stream: HashStream

    /// Makes a value that goes on with a computation.
    public init(stream: HashStream) { self.stream = stream }
}
