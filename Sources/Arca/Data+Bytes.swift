public import ArcaCrypto
public import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Data: ByteSource {
    /// Lends the data's bytes.
    ///
    /// Not `body(span)`: Swift 6.3.1 at `-O` returns a dangling span for the 1 to 14 bytes that `Data` stores inline.
    /// Documentation/COMPILER-REPORT.md has the report; `scripts/check-consumer` shows it.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = withUnsafeBytes { bytes in
            Swift.Result { () throws(Failure) in try body(Span(_unsafeBytes: bytes)) }
        }
        return try result.get()
    }
}

// Lets APIs of Foundation and swift-crypto use these types as bytes.
extension SymmetricKey: ContiguousBytes {}
extension HashDigest: ContiguousBytes {}
extension HashedAuthenticationCode: ContiguousBytes {}
extension CipherNonce: ContiguousBytes {}

/// A Dispatch buffer, which may be discontiguous.
extension DispatchData: ByteSource {}
