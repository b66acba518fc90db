/// SHA3-224, 28 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_224: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sha3_224 }
    /// The computation in progress.
    public var state: HashState<Self>

    /// Makes a value that continues a computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA3-256, 32 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_256: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sha3_256 }
    /// The computation in progress.
    public var state: HashState<Self>

    /// Makes a value that continues a computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA3-384, 48 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_384: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sha3_384 }
    /// The computation in progress.
    public var state: HashState<Self>

    /// Makes a value that continues a computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA3-512, 64 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_512: StaticHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .sha3_512 }
    /// The computation in progress.
    public var state: HashState<Self>

    /// Makes a value that continues a computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHAKE128, output of any length, at most 128 bits of strength.
///
/// Source: FIPS 202, section 6.2.
public struct SHAKE128: ExtendableHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .shake128 }
    /// The computation in progress.
    public var state: HashState<Self>

    /// Makes a value that continues a computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHAKE256, output of any length, at most 256 bits of strength.
///
/// Source: FIPS 202, section 6.2.
public struct SHAKE256: ExtendableHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .shake256 }
    /// The computation in progress.
    public var state: HashState<Self>

    /// Makes a value that continues a computation.
    public init(state: HashState<Self>) { self.state = state }
}
