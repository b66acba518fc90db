/// SHA3-224, 28 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_224: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sha3_224 }
    /// The computation under way.
    public var stream: HashStream

    /// Makes a value that goes on with a computation.
    public init(stream: HashStream) { self.stream = stream }
}

/// SHA3-256, 32 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_256: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sha3_256 }
    /// The computation under way.
    public var stream: HashStream

    /// Makes a value that goes on with a computation.
    public init(stream: HashStream) { self.stream = stream }
}

/// SHA3-384, 48 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_384: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sha3_384 }
    /// The computation under way.
    public var stream: HashStream

    /// Makes a value that goes on with a computation.
    public init(stream: HashStream) { self.stream = stream }
}

/// SHA3-512, 64 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_512: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sha3_512 }
    /// The computation under way.
    public var stream: HashStream

    /// Makes a value that goes on with a computation.
    public init(stream: HashStream) { self.stream = stream }
}
