public import ArcaCodecs

/// The families that cases are given to.
public struct FamilyTable: Sendable {
    /// All families that Arca has, and those that it knows to be missing.
    public static let standard = FamilyTable([
        WycheproofAEAD.self,
        WycheproofCipher.self,
        WycheproofMAC.self,
        WycheproofDerivation.self,
        WycheproofPBE.self,
        WycheproofRSAEncryption.self,
        WycheproofRSASignature.self,
        WycheproofEdDSA.self,
        WycheproofXDH.self,
        WycheproofPrimality.self,
        WycheproofChunked.self,
        WycheproofFPE.self,
        WycheproofAbsent.self,
        CAVPBlockCipher.self,
        CAVPChain.self,
        CAVPAEAD.self,
        CAVPXTS.self,
        CAVPKeyWrap.self,
        CAVPDigest.self,
        CAVPMAC.self,
        CAVPRSA.self,
        CAVPRSAExample.self,
        CAVPEdwards.self,
        CAVPDerivation.self,
        CAVPAbsent.self,
        PKCSText.self,
        CodecFamily.self,
        ContainerFamily.self,
        CompressionFamily.self,
        ImageFamily.self,
        PatternFamily.self,
        OneTimePasswordFamily.self,
        VaultFamily.self,
        ChunkedFileFamily.self,
        WebPlatformFamily.self,
        AgeTestkitFamily.self,
        ACVPCipher.self,
        ACVPAEAD.self,
        ACVPDigest.self,
        ACVPKeyed.self,
        ACVPRSA.self,
        ACVPEdwards.self,
        ACVPFPE.self,
        ACVPAbsent.self,
        RFCTextFamily.self,
        FileTestCipher.self,
        FileTestDigest.self,
        FileTestMAC.self,
        FileTestDerivation.self,
        FileTestEncoding.self,
        FileTestKeyFile.self,
        FileTestSignature.self,
        FileTestDecryption.self,
        FileTestAbsent.self,
    ])

    /// The families, in the order in which they are asked.
    public let families: [any VectorFamily.Type]

    /// Makes a table.
    ///
    /// - Parameter families: The families, in the order in which they are asked.
    public init(_ families: [any VectorFamily.Type]) { self.families = families }

    /// The family of a kind of cases.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: The first family that takes it.
    /// - Throws: ``VectorError`` with code `.unknownKind` when none does.
    public func family(of kind: VectorKind) throws(VectorError) -> any VectorFamily {
        for type in families {
            if let family = type.init(kind) { return family }
        }
        throw VectorError(.unknownKind, "no family knows \(kind) of \(kind.format)")
    }
}
