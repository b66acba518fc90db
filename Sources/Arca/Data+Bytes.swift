public import ArcaCodecs
public import ArcaCrypto
public import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Data: ByteSource {
    /// Calls a closure with the bytes.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

// Lets APIs of Foundation and swift-crypto use these types as bytes.
extension SymmetricKey: ContiguousBytes {}
extension HashDigest: ContiguousBytes {}
extension HashedAuthenticationCode: ContiguousBytes {}
extension CipherNonce: ContiguousBytes {}

/// A Dispatch buffer, which may be discontiguous.
extension DispatchData: ByteSource {}
