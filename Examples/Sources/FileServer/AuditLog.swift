import Arca

/// Lines of which none can be changed, moved or left out unnoticed: each code covers the one before.
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

    /// Whether the log is what the server wrote; with a line left out, as somebody might who was there.
    func isIntact(leavingOut gap: Int? = nil) -> Bool {
        var last = Array("the beginning of the log".utf8)
        for (index, (text, code)) in lines.enumerated() where index != gap {
            // In constant time.
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
