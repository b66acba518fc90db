import Arca

/// A tamper-evident log: each line's MAC covers the previous MAC.
actor AuditLog {
    private let key: SymmetricKey
    private var last = Array("the beginning of the log".utf8)
    private(set) var lines: [(text: String, code: HMAC<SHA256>.MAC)] = []

    init(key: SymmetricKey) { self.key = key }

    func record(_ text: String) {
        let code = Self.code(text, after: last, key)
        last = code.bytes
        lines.append((text, code))
    }

    /// Verifies the log, optionally without one line, as if an attacker had removed it.
    func isIntact(leavingOut gap: Int? = nil) -> Bool {
        var last = Array("the beginning of the log".utf8)
        for (index, (text, code)) in lines.enumerated() where index != gap {
            // Compares in constant time.
            guard Self.code(text, after: last, key) == code else { return false }
            last = code.bytes
        }
        return true
    }

    private static func code(_ text: String, after last: [UInt8], _ key: SymmetricKey) -> HMAC<SHA256>.MAC {
        var code = HMAC<SHA256>(key: key)
        code.update(data: last)
        code.update(data: text.utf8)
        return code.finalize()
    }
}
