public import ArcaCodecs

/// Steps that take the layers off an input, one after the other, and can be repeated exactly.
///
/// `arca decode` with the ``arguments`` does the same as ``replay(_:limits:)``.
public struct Recipe: Sendable, Hashable, CustomStringConvertible {
    /// The steps in order, outermost layer first.
    public let codecs: [LayerCodec]
    /// The options of all steps.
    public let options: RecipeOptions

    /// Makes a recipe.
    ///
    /// - Parameters:
    ///   - codecs: The steps in order.
    ///   - options: The options of all of them.
    public init(_ codecs: [LayerCodec], options: RecipeOptions = RecipeOptions()) {
        self.codecs = codecs
        self.options = options
    }

    /// The steps as the command line names them: `base64,gunzip,base16`.
    public var steps: String { codecs.map(\.name).joined(separator: ",") }

    /// What follows `arca decode` to do the same: options, then the steps.
    public var arguments: [String] { options.arguments + [steps] }

    /// The arguments with spaces between them.
    public var description: String { arguments.joined(separator: " ") }

    /// Takes all layers off.
    ///
    /// - Parameters:
    ///   - bytes: The input.
    ///   - limits: The largest size of what a step gives.
    /// - Returns: What the last step gives; nil when a step refuses its input.
    public func replay(_ bytes: borrowing some Bytes, limits: LayerFinder.Limits = .standard) -> [UInt8]? {
        var current = [UInt8](bytes: bytes)
        for codec in codecs {
            guard let next = codec.decode(current.span, options, limit: limits.outputByteCount) else { return nil }
            current = next
        }
        return current
    }
}
