/// The options of a recipe, which count for all its steps that have them, as on the command line.
public struct RecipeOptions: Sendable, Hashable {
    /// How a hex dump is laid out.
    public enum DumpLayout: String, Sendable, Hashable {
        /// As `hexdump -C` writes it.
        case canonical
        /// As `xxd -p` writes it.
        case plain
    }

    /// Whether steps take white space, either case, missing padding and sister alphabets (`--lenient`).
    public var isLenient = false
    /// Places that the encoder of `caesar` moved letters (`--shift`).
    public var shift: Int?
    /// The layout of a hex dump that is not `xxd`'s (`--layout`).
    public var layout: DumpLayout?
    /// Whether Ascii85 stands between `<~` and `~>` (`--adobe`).
    public var isAdobe = false
    /// Whether `+` is a space in percent-encoding (`--form form`).
    public var isForm = false

    /// Makes options that ask for nothing.
    public init() {}

    /// The options as arguments of `arca decode`.
    public var arguments: [String] {
        var arguments: [String] = []
        if isLenient { arguments.append("--lenient") }
        if let shift { arguments += ["--shift", String(shift)] }
        if let layout { arguments += ["--layout", layout.rawValue] }
        if isAdobe { arguments.append("--adobe") }
        if isForm { arguments += ["--form", "form"] }
        return arguments
    }
}
