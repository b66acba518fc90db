/// The options of `arca encode` and `arca decode` that belong to codecs: each codec says which ones it has.
struct CodecOption: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let wrap = CodecOption(rawValue: 1 << 0)
    static let noPadding = CodecOption(rawValue: 1 << 1)
    static let upper = CodecOption(rawValue: 1 << 2)
    static let lower = CodecOption(rawValue: 1 << 3)
    static let lenient = CodecOption(rawValue: 1 << 4)
    static let alphabet = CodecOption(rawValue: 1 << 5)
    static let shift = CodecOption(rawValue: 1 << 6)
    static let key = CodecOption(rawValue: 1 << 7)
    static let crack = CodecOption(rawValue: 1 << 8)
    static let adobe = CodecOption(rawValue: 1 << 9)
    static let btoa = CodecOption(rawValue: 1 << 10)
    static let check = CodecOption(rawValue: 1 << 11)
    static let hyphens = CodecOption(rawValue: 1 << 12)
    static let prefix = CodecOption(rawValue: 1 << 13)
    static let label = CodecOption(rawValue: 1 << 14)
    static let mediaType = CodecOption(rawValue: 1 << 15)
    static let form = CodecOption(rawValue: 1 << 16)
    static let layout = CodecOption(rawValue: 1 << 17)
    static let columns = CodecOption(rawValue: 1 << 18)
    static let group = CodecOption(rawValue: 1 << 19)
    static let escapesAll = CodecOption(rawValue: 1 << 20)
    static let binary = CodecOption(rawValue: 1 << 21)
    static let crlf = CodecOption(rawValue: 1 << 22)
    static let limit = CodecOption(rawValue: 1 << 23)

    /// What messages and lists call them, in the order of the help.
    private static let named: [(option: CodecOption, name: String)] = [
        (.wrap, "--wrap"), (.noPadding, "--no-padding"), (.upper, "--upper"), (.lower, "--lower"),
        (.lenient, "--lenient"), (.alphabet, "--alphabet"), (.check, "--check"), (.hyphens, "--hyphens"),
        (.adobe, "--adobe"), (.btoa, "--btoa"), (.prefix, "--prefix"), (.shift, "--shift"), (.key, "--key"),
        (.crack, "--crack"), (.form, "--form"), (.escapesAll, "--all"), (.binary, "--binary"), (.crlf, "--crlf"),
        (.layout, "--layout"), (.columns, "--columns"), (.group, "--group"), (.mediaType, "--type"),
        (.label, "--label"), (.limit, "--limit"),
    ]

    /// The names of all options in the set.
    var names: [String] { Self.named.filter { contains($0.option) }.map(\.name) }
}
