public import ArcaCodecCatalog
public import ArcaCore

/// A recipe in CyberChef's format: `From_Base64('A-Za-z0-9+/=',true,false)Gunzip()`, or JSON.
///
/// Disabled operations and breakpoints are ignored. Missing trailing arguments have CyberChef's defaults. Where
/// CyberChef skips characters outside the alphabet, the step is lenient: it skips whitespace and rejects other
/// characters.
///
/// ```swift
/// let recipe = try CyberChefRecipe("From_Base64('A-Za-z0-9+/=',true,false)Gunzip()")
/// recipe.operations.map(\.step)                          // base64(lenient), gunzip
/// try CyberChefRecipe(decoding: Codec.Step.list("hex,xor(0x5a)")).text()
/// // From_Hex('Auto')XOR({'option':'Hex','string':'5a'},'Standard',false)
/// ```
///
/// Source: CyberChef 10, for the names and arguments of operations and the syntax of recipes in links.
public struct CyberChefRecipe: Sendable, Hashable {
    /// The steps in order, each with its direction.
    public let operations: [Codec.Operation]

    /// Creates a recipe from operations.
    public init(_ operations: [Codec.Operation]) { self.operations = operations }

    /// Creates a recipe from decoding steps.
    ///
    /// - Parameter steps: The steps in order.
    public init(decoding steps: [Codec.Step]) { self.init(steps.map { Codec.Operation($0, .decoding) }) }

    /// Parses a recipe.
    ///
    /// - Parameter text: The compact form, JSON, or a link to CyberChef with `#recipe=`.
    /// - Throws: `.invalidSyntax` for other text, `.unsupported` for unavailable operations and arguments, with the
    ///   position of the operation in the compact form or its index in JSON.
    public init(_ text: String) throws(CodecError) {
        var operations: [Codec.Operation] = []
        for call in try CyberChefCall.list(text) where !call.isDisabled {
            operations.append(try CyberChefOperation.operation(of: call))
        }
        guard !operations.isEmpty else { throw CodecError(.invalidSyntax, "the recipe has no operation") }
        self.operations = operations
    }

    /// Whether a text is a CyberChef recipe and not one of Arca.
    ///
    /// It must start with a bracket or with an operation that is not an Arca codec, or be a link.
    ///
    /// - Returns: Whether the text looks like a CyberChef recipe.
    public static func recognizes(_ text: String) -> Bool {
        if text.hasPrefix("[") || text.suffix(after: "#recipe=") != nil { return true }
        guard let open = text.firstIndex(of: "("), let first = text.unicodeScalars.first, first.properties.isUppercase
        else { return false }
        let name = String(text[..<open]).replacingEach("_", with: " ")
        return CyberChefOperation.names.contains(name) || (try? Codec(named: String(text[..<open]))) == nil
    }

    /// Returns the recipe in the compact form.
    ///
    /// - Returns: A single line.
    /// - Throws: `.unsupported` for a step without a CyberChef operation, or with options that it does not have.
    public func text() throws(CodecError) -> String {
        var text = ""
        for operation in operations { text += try CyberChefOperation.call(for: operation).text }
        return text
    }

    /// Returns the recipe as JSON.
    ///
    /// - Returns: An array of objects with `op` and `args`.
    /// - Throws: The same errors as ``text()``.
    public func json() throws(CodecError) -> JSONValue {
        var calls: [JSONValue] = []
        for operation in operations { calls.append(try CyberChefOperation.call(for: operation).json) }
        return .array(calls)
    }
}
