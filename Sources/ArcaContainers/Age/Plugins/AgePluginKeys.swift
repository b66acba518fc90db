internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

extension Age {
    /// A recipient of a plugin, which wraps the file key: `age1NAME1…`, or an identity `AGE-PLUGIN-NAME-1…`.
    ///
    /// Source: c2sp.org/age-plugin.
    public struct PluginRecipient: Recipient {
        /// The plugin's name, such as `yubikey`; the program is `age-plugin-` with this name.
        public var pluginName: String { name.text }

        private let name: AgePluginName
        private let text: SecretBytes
        private let isIdentity: Bool
        private let plugins: Plugins

        /// Parses a recipient; the program runs only when a file is encrypted.
        ///
        /// - Parameters:
        ///   - text: `age1NAME1…` in lower case.
        ///   - plugins: The user that the plugin can ask.
        /// - Throws: ``ContainerError`` `.malformed`.
        public init(_ text: String, plugins: Plugins) throws(ContainerError) {
            name = try AgePluginName(recipient: text)
            self.text = SecretBytes(copying: text.utf8)
            isIdentity = false
            self.plugins = plugins
        }

        fileprivate init(_ identity: PluginIdentity) {
            (name, text, isIdentity, plugins) = (identity.name, identity.text, true, identity.plugins)
        }

        /// Runs the plugin to wrap a file key.
        ///
        /// - Throws: ``ContainerError``: `.unsupported` if the program is not installed, `.wrongKey` with the plugin's
        ///   errors, `.truncated` if it ended early, `.malformed` if it violates the protocol.
        public func wrap(_ fileKey: SymmetricKey) throws -> [Stanza] { try wrapWithLabels(fileKey).stanzas }

        /// The same; the plugin also determines the labels.
        public func wrapWithLabels(_ fileKey: SymmetricKey) throws -> (stanzas: [Stanza], labels: Set<String>) {
            try AgePluginProgram(name: name).run("recipient-v1", plugins: plugins) { client in
                try client.wrap(fileKey, for: text, isIdentity: isIdentity)
            }
        }
    }

    /// An identity of a plugin, which unwraps the file key: `AGE-PLUGIN-NAME-1…`.
    ///
    /// Source: c2sp.org/age-plugin.
    public struct PluginIdentity: Identity {
        /// The plugin's name, such as `yubikey`; the program is `age-plugin-` with this name.
        public var pluginName: String { name.text }

        fileprivate let name: AgePluginName
        /// The identity as text, `AGE-PLUGIN-NAME-1…`; secret if the plugin stores a key in it.
        public let text: SecretBytes
        fileprivate let plugins: Plugins

        /// Parses an identity; the program runs only when it is used.
        ///
        /// - Parameters:
        ///   - text: `AGE-PLUGIN-NAME-1…` in upper case; the caller wipes it.
        ///   - plugins: The user that the plugin can ask.
        /// - Throws: ``ContainerError`` `.malformed`. Errors never quote the text.
        public init(_ text: borrowing some Bytes, plugins: Plugins) throws(ContainerError) {
            name = try text.withBytes { text throws(ContainerError) in try AgePluginName.parse(identity: text).name }
            self.text = SecretBytes(copying: text)
            self.plugins = plugins
        }

        /// Creates an identity from the plugin's data; without data it is the default identity, as `age -j NAME`.
        ///
        /// - Parameters:
        ///   - pluginName: The plugin's name in lower case: letters, digits, `+`, `-`, `.` and `_`.
        ///   - data: The data, in the plugin's own format; secret if it contains a key.
        ///   - plugins: The user that the plugin can ask.
        /// - Throws: ``ContainerError`` `.malformed` for an invalid name.
        public init(
            pluginName: String, data: SecretBytes = SecretBytes(copying: [UInt8]()), plugins: Plugins
        ) throws(ContainerError) {
            name = try AgePluginName(pluginName)
            text = name.identity(data)
            self.plugins = plugins
        }

        /// The plugin's data, in its own format; empty for the default identity.
        public var data: SecretBytes {
            get throws(ContainerError) {
                try text.withBytes { text throws(ContainerError) in try AgePluginName.parse(identity: text).data }
            }
        }

        /// The recipient for which the plugin wraps file keys itself; it may need the same secrets as decrypting.
        public var recipient: PluginRecipient { PluginRecipient(self) }

        /// Runs the plugin to unwrap the file key.
        ///
        /// - Throws: ``ContainerError``, as for ``PluginRecipient/wrap(_:)``.
        public func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey? {
            try AgePluginProgram(name: name).run("identity-v1", plugins: plugins) { client in
                try client.unwrap(stanzas, with: text)
            }
        }
    }
}
