internal import ArcaCodecs
internal import ArcaCrypto

/// SHA-256 of bytes that lie in pieces.
func sha256(_ pieces: ArraySlice<UInt8>...) throws(ImageError) -> [UInt8] {
    do throws(CryptoError) {
        var hasher = try SHA256()
        for piece in pieces { hasher.update(piece) }
        return try hasher.finalize()
    } catch {
        throw ImageError(.unsupported, "SHA-256 is not to be had here: \(error.reason)")
    }
}
