/// BLAKE2b-512, 64 bytes.
///
/// Source: RFC 7693.
public struct BLAKE2b: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .blake2b }
    /// The computation in progress.
    public var state: HashState<Self>

    /// Makes a value that continues a computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// BLAKE2s-256, 32 bytes.
///
/// Source: RFC 7693.
public struct BLAKE2s: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .blake2s }
    /// The computation in progress.
    public var state: HashState<Self>

    /// Makes a value that continues a computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SM3, the Chinese standard hash function, 32 bytes.
///
/// Source: GB/T 32905-2016.
public struct SM3: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sm3 }
    /// The computation in progress.
    public var state: HashState<Self>

    /// Makes a value that continues a computation.
    public init(state: HashState<Self>) { self.state = state }
}
