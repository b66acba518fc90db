public import ArcaCodecs

/// A recipe as CyberChef saves it: `From_Base64('A-Za-z0-9+/=',true,false)Gunzip()`, or as JSON.
///
/// Operations that are disabled are left out, breakpoints do not count. Arguments that are missing at the end are those
/// that CyberChef begins with. Where CyberChef skips what is not of an alphabet, the step is lenient: it skips white
/// space, and rejects the rest.
///
/// ```swift
/// let recipe = try CyberChefRecipe("From_Base64('A-Za-z0-9+/=',true,false)Gunzip()")
/// recipe.operations.map(\.step)                          // base64(lenient), gunzip
/// try CyberChefRecipe(decoding: Codec.Step.list("hex,xor(0x5a)")).text()
/// // From_Hex('Auto')XOR({'option':'Hex','string':'5a'},'Standard',false)
/// ```
///
/// Source: CyberChef 10: names and arguments of its operations, and the way it writes recipes in links.
public struct CyberChefRecipe: Sendable, Hashable {
    /// The steps in order, each with its direction.
    public let operations: [Codec.Operation]

    /// Creates a recipe of operations.
    ///
    /// - Parameter operations: The steps in order.
    public init(_ operations: [Codec.Operation]) { self.operations = operations }

    /// Creates a recipe of steps that decode.
    ///
    /// - Parameter steps: The steps in order.
    public init(decoding steps: [Codec.Step]) { self.init(steps.map { Codec.Operation($0, .decoding) }) }

    /// Reads a recipe.
    ///
    /// - Parameter text: The compact form, JSON, or a link to CyberChef with `#recipe=`.
    /// - Throws: `.invalidSyntax` for other text, `.unsupported` for operations and arguments that are not available,
    ///   with the place of the operation in the compact form, and its number in JSON.
    public init(_ text: String) throws(CodecError) {
        var operations: [Codec.Operation] = []
        for call in try CyberChefCall.list(text) where !call.isDisabled {
            operations.append(try CyberChefOperation.operation(of: call))
        }
        guard !operations.isEmpty else { throw CodecError(.invalidSyntax, "the recipe has no operation") }
        self.operations = operations
    }

    /// Whether a text is meant as such a recipe, and not as one of Arca: it begins with a bracket, or with an operation
    /// that Arca has no codec for, or with a link.
    ///
    /// - Parameter text: The recipe.
    /// - Returns: Whether it looks like one.
    public static func recognizes(_ text: String) -> Bool {
        // Only a link needs the search for a string, which makes Swift look through all conformances, at every start.
        if text.hasPrefix("[") || text.utf8.contains(UInt8(ascii: "#")) && text.contains("#recipe=") { return true }
        guard let open = text.firstIndex(of: "("), let first = text.unicodeScalars.first, first.properties.isUppercase
        else { return false }
        let name = String(text[..<open]).replacing("_", with: " ")
        return CyberChefOperation.names.contains(name) || (try? Codec(named: String(text[..<open]))) == nil
    }

    /// Writes the recipe in the compact form.
    ///
    /// - Returns: One line.
    /// - Throws: `.unsupported` for a step that CyberChef has no operation for, or whose options it cannot express.
    public func text() throws(CodecError) -> String {
        var text = ""
        for operation in operations { text += try CyberChefOperation.call(for: operation).text }
        return text
    }

    /// Writes the recipe as JSON.
    ///
    /// - Returns: An array of objects with `op` and `args`.
    /// - Throws: As ``text()``.
    public func json() throws(CodecError) -> JSONValue {
        var calls: [JSONValue] = []
        for operation in operations { calls.append(try CyberChefOperation.call(for: operation).json) }
        return .array(calls)
    }
}
