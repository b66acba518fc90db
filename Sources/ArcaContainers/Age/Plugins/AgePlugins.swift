public import ArcaCrypto

extension Age {
    /// The permission to run age plugins, and the user they ask.
    ///
    /// A plugin is a program `age-plugin-NAME` that wraps and unwraps file keys, for example with a hardware key. Text
    /// such as `age1NAME1…` makes Arca run it, so an app gives this value only if that is wanted.
    ///
    /// ```swift
    /// var plugins = Age.Plugins()
    /// plugins.showMessage = { plugin, text in print("\(plugin): \(text)") }
    /// let file = try Age.RecipientFile("age1yubikey1…".utf8, plugins: plugins)
    /// ```
    ///
    /// A program is searched for in the absolute folders of `PATH`, never in the current folder. There is no time
    /// limit: a hardware key waits for a touch. Texts from plugins are untrusted; control characters in them are
    /// escaped, and they have at most 1,024 characters.
    ///
    /// Source: c2sp.org/age-plugin.
    public struct Plugins: Sendable {
        /// Shows a message of a plugin, such as `touch your key`; nil if there is no one to show it to.
        public var showMessage: (@Sendable (_ plugin: String, _ text: String) throws -> Void)?
        /// Asks the user for a value, such as a PIN, without echo if it is secret; nil if there is no one to ask.
        public var askForValue:
            (@Sendable (_ plugin: String, _ prompt: String, _ isSecret: Bool) throws -> SecretBytes)?
        /// Asks the user to choose; true for the first choice. The second is nil if there is only one. The closure is
        /// nil if there is no one to ask.
        public var confirm: (@Sendable (_ plugin: String, _ text: String, _ yes: String, _ no: String?) throws -> Bool)?

        /// Creates the permission to run plugins, without a user they could ask.
        ///
        /// A plugin receives a failure for each request whose closure is nil or throws.
        public init() {}
    }
}
