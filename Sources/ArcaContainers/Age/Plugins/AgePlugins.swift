public import ArcaCrypto

extension Age {
    /// Permission to run age plugins, with closures for their questions to the user.
    ///
    /// A plugin is a program `age-plugin-NAME` that wraps and unwraps file keys, for example with a hardware key. With
    /// this value, a text such as `age1NAME1…` makes Arca run the program. Without it, such texts are rejected.
    ///
    /// ```swift
    /// var plugins = Age.Plugins()
    /// plugins.showMessage = { plugin, text in print("\(plugin): \(text)") }
    /// let file = try Age.RecipientFile("age1yubikey1…".utf8, plugins: plugins)
    /// ```
    ///
    /// Programs are searched for in the absolute folders of `PATH`, never in the current folder. A plugin may take any
    /// time, because hardware keys wait for a touch. Texts from plugins are untrusted: Arca escapes control characters and
    /// shortens them to 1,024 characters.
    ///
    /// Source: c2sp.org/age-plugin.
    public struct Plugins: Sendable {
        /// Shows a message of a plugin, such as `touch your key`.
        public var showMessage: (@Sendable (_ plugin: String, _ text: String) throws -> Void)?
        /// Asks the user for a value, such as a PIN; without echo if it is secret.
        public var askForValue:
            (@Sendable (_ plugin: String, _ prompt: String, _ isSecret: Bool) throws -> SecretBytes)?
        /// Asks the user to choose, and returns true for the first choice; the second is nil if there is only one.
        public var confirm: (@Sendable (_ plugin: String, _ text: String, _ yes: String, _ no: String?) throws -> Bool)?

        /// Creates a permission without closures.
        ///
        /// If a closure is nil or throws, the plugin is told that the request failed.
        public init() {}
    }
}
