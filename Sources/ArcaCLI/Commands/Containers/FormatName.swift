internal import ArcaCodecs
internal import ArcaContainers

/// The formats of encrypted files, as `--format` takes them.
enum FormatName: String, CaseIterable, ArgumentValue {
    case age, openssl
    case chunked = "c2sp-chunked"
    case rncryptor
    case aescryptObjC = "aescrypt-objc"
    case rsautil

    /// The name of a format that the library has.
    init?(_ format: any ContainerFormat.Type) { self.init(rawValue: format.name) }
}

/// The options of all formats; each command line uses those of one.
struct AllFormatOptions: OptionGroup {
    var age = AgeOptions()
    var openssl = OpenSSLOptions()
    var chunked = ChunkedOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.age)
        Parameter.group(\.openssl)
        Parameter.group(\.chunked)
    }

    /// Checks the options of a format, and that none of another one was given.
    func validate(for name: FormatName, _ secrets: FormatSecrets, isArmored: Bool) throws {
        guard !isArmored || self[name].hasArmor else {
            throw UsageError(
                .conflict, "--armor is not for the format \(name.rawValue)", hint: "it goes with age and openssl")
        }
        let hasKey = secrets.key != nil && name != .rsautil
        let passphraseOption = secrets.passphrase.source != nil ? "--passphrase-from" : age.takesPassphrase ? "-p" : nil
        if let passphraseOption, hasKey || !self[name].hasPassphrases {
            throw UsageError(
                .conflict,
                "\(passphraseOption) is not for the format \(name.rawValue)\(self[name].hasPassphrases ? " with a key" : "")",
                hint: "the key alone protects the file: leave \(passphraseOption) out")
        }
        if secrets.key != nil, !self[name].takesKey {
            throw UsageError(
                .conflict, "--key-from is not for the format \(name.rawValue)",
                hint: "it goes with c2sp-chunked, rncryptor and rsautil")
        }
        for other in FormatName.allCases where other != name {
            guard let option = self[other].givenOption else { continue }
            throw UsageError(
                .conflict, "\(option) is for the format \(other.rawValue), not \(name.rawValue)",
                hint: "leave it out, or take --format \(other.rawValue)")
        }
        try self[name].validate()
    }

    /// The options of a format.
    subscript(name: FormatName) -> any FormatOptions {
        switch name {
        case .age: age
        case .openssl: openssl
        case .chunked: chunked
        case .rncryptor: RNCryptorOptions()
        case .aescryptObjC: AESCryptObjCOptions()
        case .rsautil: RSAUtilOptions()
        }
    }
}
