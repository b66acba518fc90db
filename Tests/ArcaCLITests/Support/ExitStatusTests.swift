import ArcaCore
import ArcaCompression
import ArcaContainers
import ArcaCrypto
import ArcaPatterns
import ArcaSystem
import ArcaVault
import Testing

@testable import ArcaCLI

@Suite struct ExitStatusTests {
    @Test(
        "maps each failure to its number",
        arguments: [
            (UsageError(.conflict, "", hint: ""), 2), (CodecError(.invalidSyntax, ""), 5),
            (CodecError(.truncated, ""), 4),
            (CryptoError(.authenticationFailed, ""), 3),
            (CryptoError(.invalidKeyLength, ""), 2), (ContainerError(.wrongKey, ""), 3),
            (ContainerError(.tampered, ""), 4),
            (ContainerError(.truncated, ""), 4), (ContainerError(.malformed, ""), 5),
            (ContainerError(.unsupported, ""), 5),
            (SystemError(.notFound, ""), 8), (SystemError(.isDirectory, ""), 8), (SystemError(.noSpace, ""), 8),
            (SystemError(.sameFile, ""), 2), (SystemError(.brokenPipe, ""), 141), (SystemError(.noTerminal, ""), 6),
            (CompressionError(.truncated, ""), 4), (ExitStatus.mismatch, 1),
            // A wrong pattern, and one that must wait.
            (VaultError(.wrongCredential, ""), 3), (VaultError(.lockedOut, ""), 6), (PatternError(.locked, ""), 6),
        ] as [(any Error, Int32)])
    func numbers(error: any Error, number: Int32) {
        #expect(ExitStatus(of: error).code == number)
    }

    @Test("keeps the first of several failures")
    func firstFailure() {
        let failures = FirstFailure()
        #expect(failures.status == nil)
        failures.note(.ioFailed)
        failures.note(.malformed)
        #expect(failures.status == .ioFailed)
    }
}
