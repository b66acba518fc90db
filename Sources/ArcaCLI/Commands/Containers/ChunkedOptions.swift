internal import ArcaContainers

/// What C2SP chunked encryption is bound to beside its key.
struct ChunkedOptions: FormatOptions {
    static let title = "With --format c2sp-chunked"

    var context = ""

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--context", value: "TEXT", set: \.context, help: "what the file is for; it opens with the same TEXT only")
    }

    var givenOption: String? { context.isEmpty ? nil : "--context" }
    var takesKey: Bool { true }
    var hasPassphrases: Bool { false }

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat { try format(request) }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat { try format(request) }

    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String? {
        context.isEmpty ? "a file that was made with --context opens with the same --context only" : nil
    }

    private func format(_ request: FormatRequest) throws -> ChunkedEncryption {
        let key = try request.key(for: "c2sp-chunked", byteCounts: "16 or 32 random bytes, as of 'arca random 32'")
        return try ChunkedEncryption(key: key, context: context.utf8)
    }
}
