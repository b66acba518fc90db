internal import ArcaCodecs
internal import ArcaCrypto

/// SHA-256 of bytes that lie in pieces.
func sha256(_ pieces: ArraySlice<UInt8>...) -> [UInt8] {
    var hasher = SHA256()
    for piece in pieces { hasher.update(piece) }
    return hasher.finalize()
}
