internal import ArcaContainers

/// The formats of encrypted files, as `--format` takes them.
enum FormatName: String, CaseIterable, ArgumentValue {
    case openssl

    /// The name of a format that the library has.
    init?(_ format: any ContainerFormat.Type) { self.init(rawValue: format.name) }
}

/// The options of all formats; each command line uses those of one.
struct AllFormatOptions: OptionGroup {
    var openssl = OpenSSLOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.openssl)
    }

    /// The options of a format.
    subscript(name: FormatName) -> any FormatOptions {
        switch name {
        case .openssl: openssl
        }
    }
}
