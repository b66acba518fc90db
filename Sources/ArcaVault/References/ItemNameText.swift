import ArcaCore

/// The text form of item names.
extension VaultItem.Name {
    /// The name as `service/account`, as shown and accepted by commands; only the service if the account is empty.
    ///
    /// The last slash is the separator. `\/` is a literal slash and `\\` a backslash; any other backslash is literal.
    /// Class, protocol, port and path are not included. ``parts(of:)`` parses it.
    public var text: String {
        let account = Self.escaped(account, escapesSlashes: true, isBeforeSlash: false)
        guard !account.isEmpty else { return Self.escaped(service, escapesSlashes: true, isBeforeSlash: false) }
        return Self.escaped(service, escapesSlashes: false, isBeforeSlash: true) + "/" + account
    }

    /// Parses a text in the format of ``text`` into service and account.
    ///
    /// - Returns: The service, which may be empty, and the account, or nil without a separating slash.
    public static func parts(of text: String) -> (service: String, account: String?) {
        var parts: [[UInt8]] = [[]]
        var bytes = text.utf8.makeIterator()
        var byte = bytes.next()
        while let current = byte {
            byte = bytes.next()
            if current == .backslash, let next = byte, next == .slash || next == .backslash {
                parts[parts.count - 1].append(next)
                byte = bytes.next()
            } else if current == .slash {
                parts.append([])
            } else {
                parts[parts.count - 1].append(current)
            }
        }
        let account = parts.count > 1 ? String(decoding: parts.removeLast(), as: UTF8.self) : nil
        return (String(decoding: Array(parts.joined(separator: [.slash])), as: UTF8.self), account)
    }

    /// Escapes slashes, and backslashes that would otherwise escape the next character.
    private static func escaped(_ part: String, escapesSlashes: Bool, isBeforeSlash: Bool) -> String {
        let bytes = Array(part.utf8)
        guard bytes.contains(where: { $0 == .slash || $0 == .backslash }) else { return part }
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : isBeforeSlash ? .slash : nil
            if byte == .slash ? escapesSlashes : byte == .backslash && (next == .slash || next == .backslash) {
                result.append(.backslash)
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
