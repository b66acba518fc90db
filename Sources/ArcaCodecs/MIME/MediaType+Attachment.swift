extension MediaType {
    /// The type of a file to attach, from the end of its name; `application/octet-stream` if it is not known.
    package static func ofAttachment(named name: String) -> MediaType {
        guard let dot = name.lastIndex(of: ".") else { return .octetStream }
        let suffix = name[name.index(after: dot)...].lowercased()
        guard let known = attachmentTypes[suffix], let type = try? MediaType(known) else { return .octetStream }
        return type
    }

    /// Text types are missing because mail programs may change their line ends; files are attached byte for byte.
    private static let attachmentTypes = [
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
