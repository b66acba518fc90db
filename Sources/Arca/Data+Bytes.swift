public import ArcaCodecs
public import ArcaCrypto
public import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Data: ByteSource {
    /// Lends the data's bytes.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

// What APIs of Foundation and swift-crypto take as bytes.
extension SymmetricKey: ContiguousBytes {}
extension HashDigest: ContiguousBytes {}
extension HashedAuthenticationCode: ContiguousBytes {}
extension CipherNonce: ContiguousBytes {}

/// A buffer of Dispatch, which may lie in several places.
extension DispatchData: ByteSource {}
