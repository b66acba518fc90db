/// BLAKE2b-512, 64 bytes.
///
/// Source: RFC 7693.
public struct BLAKE2b: StaticHashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: HashFunction { .blake2b }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// BLAKE2s-256, 32 bytes.
///
/// Source: RFC 7693.
public struct BLAKE2s: StaticHashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: HashFunction { .blake2s }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SM3, the Chinese standard hash function, 32 bytes.
///
/// Source: GB/T 32905-2016.
public struct SM3: StaticHashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: HashFunction { .sm3 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}
