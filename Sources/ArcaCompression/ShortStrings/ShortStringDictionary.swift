internal import ArcaKernels

/// A kind's dictionary of version 1 with all that is made of it, at first use: a millisecond or two, then kept.
final class ShortStringDictionary: Sendable {
    /// The text, which never changes: stored strings depend on it.
    let bytes: [UInt8]
    /// Where the text stays as long as the process runs.
    private nonisolated(unsafe) let memory: UnsafeBufferPointer<UInt8>
    /// Its index for matches.
    let index: MatchIndex
    /// Its model.
    let model: ShortStringModel

    private init(_ text: String, endsWithBrackets: Bool = false) {
        bytes = Array(text.utf8)
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(fromContentsOf: bytes)
        memory = UnsafeBufferPointer(copy)
        index = MatchIndex(memory)
        model = ShortStringModel(memory, endsWithBrackets: endsWithBrackets)
    }

    /// The dictionary of a kind.
    static func of(_ kind: ShortStringKind) -> ShortStringDictionary {
        switch kind {
        case .english: english
        case .chinese: chinese
        case .json: json
        case .url: url
        case .html: html
        case .log: log
        }
    }

    private static let english = ShortStringDictionary(DictionaryText.english)
    private static let chinese = ShortStringDictionary(DictionaryText.chinese)
    private static let json = ShortStringDictionary(DictionaryText.json, endsWithBrackets: true)
    private static let url = ShortStringDictionary(DictionaryText.url)
    private static let html = ShortStringDictionary(DictionaryText.html)
    private static let log = ShortStringDictionary(DictionaryText.log)
}

extension ShortStringKind {
    /// Version 1 of the kind's dictionary, which other programs may hand to zlib as a preset dictionary.
    public var dictionary: [UInt8] { ShortStringDictionary.of(self).bytes }
}

/// The texts behind the dictionaries and models of short strings, version 1.
///
/// `scripts/short-strings` has their sources and the program that makes the files in `Generated/` of them. Stored strings
/// depend on every byte: a change needs a new version.
enum DictionaryText {}
