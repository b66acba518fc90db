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
            (UsageError(.conflict, "", hint: ""), 2), (CodecError.code(.invalidSyntax), 5),
            (CodecError.code(.truncated), 4),
            (CryptoError.code(.authenticationFailed), 3),
            (CryptoError.code(.invalidKeyLength), 2), (ContainerError.code(.wrongKey), 3),
            (ContainerError.code(.tampered), 4),
            (ContainerError.code(.truncated), 4), (ContainerError.code(.malformed), 5),
            (ContainerError.code(.unsupported), 5),
            (SystemError(.notFound, ""), 8), (SystemError(.isDirectory, ""), 8), (SystemError(.noSpace, ""), 8),
            (SystemError(.sameFile, ""), 2), (SystemError(.brokenPipe, ""), 141), (SystemError(.noTerminal, ""), 6),
            (CompressionError.code(.truncated), 4), (ExitStatus.mismatch, 1),
            // A wrong pattern, and one that must wait.
            (VaultError.code(.wrongCredential), 3), (VaultError.code(.lockedOut), 6), (PatternError.code(.locked), 6),
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
