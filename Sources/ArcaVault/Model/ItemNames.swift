public import ArcaCrypto

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
            if current == backslash, let next = byte, next == slash || next == backslash {
                parts[parts.count - 1].append(next)
                byte = bytes.next()
            } else if current == slash {
                parts.append([])
            } else {
                parts[parts.count - 1].append(current)
            }
        }
        let account = parts.count > 1 ? String(decoding: parts.removeLast(), as: UTF8.self) : nil
        return (String(decoding: Array(parts.joined(separator: [slash])), as: UTF8.self), account)
    }

    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")

    /// Escapes slashes, and backslashes that would otherwise escape the next character.
    private static func escaped(_ part: String, escapesSlashes: Bool, isBeforeSlash: Bool) -> String {
        let bytes = Array(part.utf8)
        guard bytes.contains(where: { $0 == slash || $0 == backslash }) else { return part }
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : isBeforeSlash ? slash : nil
            if byte == slash ? escapesSlashes : byte == backslash && (next == slash || next == backslash) {
                result.append(backslash)
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension VaultItem {
    /// The name of an item's field, as in references.
    public struct FieldName: Sendable, Hashable {
        /// The built-in fields of every item; custom fields with the same name are written `field:NAME`.
        public static let builtIn = [
            "password", "account", "service", "label", "kind", "comment", "group", "expires", "created", "modified",
            "otp", "otpauth",
        ]
        /// The item's secret value.
        public static let password = FieldName("password")

        /// The name, without `field:`.
        public let name: String
        /// Whether it is a custom field.
        public let isCustom: Bool

        /// Parses a name.
        ///
        /// - Parameter text: One of ``builtIn``, or the name of a custom field, optionally after `field:`.
        public init(_ text: String) {
            let prefix = "field:"
            isCustom = text.hasPrefix(prefix) || !Self.builtIn.contains(text)
            name = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        }

        /// The name in the format of ``init(_:)``: with `field:` for a custom field with a built-in name.
        public var text: String { isCustom && Self.builtIn.contains(name) ? "field:\(name)" : name }

        /// Whether it is a one-time password code, which changes each time; a counter-based code writes to the vault.
        public var isCode: Bool { !isCustom && name == "otp" }
    }

    /// The value of a field.
    public enum FieldValue: Sendable {
        /// A value that is not secret.
        case plain(String)
        /// A secret.
        case secret(SecretBytes)
    }
}

/// Makes names unique by appending the next free number: `name (2)`.
package struct UniqueNames {
    private var taken: Set<String>
    /// The last number used for each name, so a thousand equal names take only a thousand steps.
    private var numbers: [String: Int] = [:]

    package init(taken: some Sequence<String> = []) { self.taken = Set(taken) }

    package mutating func unique(_ name: String) -> String {
        var result = name
        while !taken.insert(result).inserted {
            let number = numbers[name, default: 1] + 1
            numbers[name] = number
            result = "\(name) (\(number))"
        }
        return result
    }
}

extension String {
    /// The first 100 scalars, for messages that quote it.
    package var shortened: String {
        let start = unicodeScalars.prefix(100)
        return start.endIndex == unicodeScalars.endIndex ? self : String(start) + "…"
    }
}
