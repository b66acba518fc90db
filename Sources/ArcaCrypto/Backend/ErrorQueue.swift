internal import ArcaCodecs
internal import CArcaLibcrypto

/// Empties libcrypto's error queue into an error that says what was tried and why it failed.
///
/// `action` is what was tried, such as `cannot set up AES-256-GCM`.
func backendError(_ action: String, _ code: CryptoError.Code = .backendFailure) -> CryptoError {
    var reasons: [String] = []
    while case let number = ERR_get_error(), number != 0 {
        let reason = ERR_reason_error_string(number).map { String(cString: $0) } ?? "error \(number)"
        // A failure is often reported by each layer that it passes.
        if reasons.last != reason { reasons.append(reason) }
    }
    return CryptoError(code, reasons.isEmpty ? action : "\(action): \(reasons.joined(separator: ", "))")
}
