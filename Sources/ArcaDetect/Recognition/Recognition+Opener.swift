extension Recognition {
    /// The command of another program that opens the data, such as `unxz`; nil if there is none or Arca opens it.
    public var opener: String? {
        switch identifier {
        case "bzip2": "bunzip2"
        case "xz": "unxz"
        case "zstd": "unzstd"
        case "lz4": "unlz4"
        case "7z": "7z x"
        case "rar": "unrar x"
        case "zip": "unzip"
        case "tar": "tar -xf"
        case "deb": "dpkg-deb -R"
        case "ar": "ar x"
        default: nil
        }
    }
}
