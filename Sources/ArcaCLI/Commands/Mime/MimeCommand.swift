internal import ArcaCodecs
internal import ArcaCore

struct MimeCommand: Command {
    static let name = "mime"
    static let summary = "list, print, extract and build the parts of mail messages"
    static let section = "Bytes"
    static let details = """
        Parts have numbers: 1 and 2 are the parts of the message, 2.1 is the first part of part 2. The multipart body of \
        the message itself is 0.
        """
    static let examples = [
        Example("arca mime build --subject Photos --attach photo.jpg notes.txt -o mail.eml", "a message with a file"),
        Example("arca mime list mail.eml", "list its parts"),
    ]
    static var subcommands: [any Command.Type] {
        [MimeListCommand.self, MimeCatCommand.self, MimeExtractCommand.self, MimeBuildCommand.self]
    }
}

struct PartNumber: ArgumentValue, Hashable {
    let path: PartPath

    init(argument: Argument) throws(UsageError) {
        guard let path = argument.text.flatMap({ PartPath($0) }) else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not the number of a part",
                hint: "give a number such as 1 or 2.1 before FILE; 'arca mime list' shows them")
        }
        self.path = path
    }

    var argumentText: String? { path.description }
}

enum AttachmentType {
    static func type(forName name: String) -> MediaType {
        guard let dot = name.lastIndex(of: ".") else { return .octetStream }
        let suffix = name[name.index(after: dot)...].lowercased()
        guard let known = types[suffix], let type = try? MediaType(known) else { return .octetStream }
        return type
    }

    /// Text types are missing because mail programs may change their line ends; files are attached byte for byte.
    private static let types = [
        "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip", "json": "application/json",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "heic": "image/heic", "tif": "image/tiff", "tiff": "image/tiff", "mp3": "audio/mpeg",
        "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text", "p7s": "application/pkcs7-signature",
    ]
}
