internal import ArcaCodecs
internal import ArcaCrypto

/// Reads a list of `otpauth://` URIs, one a line; empty lines and those that begin with `#` are passed over.
enum OTPAuthItems {
    static func read(_ bytes: Span<UInt8>, into gatherer: inout ItemGatherer) throws(VaultError) {
        var (start, line) = (0, 0)
        if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { start = 3 }
        while start < bytes.count {
            line += 1
            let end = (start..<bytes.count).first { bytes[$0] == 0x0a } ?? bytes.count
            var range = start..<end
            while let last = range.last, bytes[last] <= 0x20 { range.removeLast() }
            while let first = range.first, bytes[first] <= 0x20 { range.removeFirst() }
            start = end + 1
            guard let first = range.first, bytes[first] != UInt8(ascii: "#") else { continue }
            let password: OneTimePassword
            do throws(VaultError) {
                password = try OneTimePassword(uri: bytes.extracting(range))
            } catch {
                throw VaultError(
                    error.code, at: range.lowerBound + (error.offset ?? 0), "line \(line): \(error.reason)")
            }
            var item = ForeignItem(line: line)
            item.title = password.issuer.isEmpty ? password.account : password.issuer
            item.account = password.issuer.isEmpty ? "" : password.account
            item.kind = "one-time password"
            item.oneTimePassword = SecretBytes(copying: bytes.extracting(range))
            gatherer.add(item)
        }
    }
}
