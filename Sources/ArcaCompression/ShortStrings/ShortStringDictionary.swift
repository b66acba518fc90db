internal import ArcaKernels

/// The version 1 dictionary of a kind, with its index and model.
///
/// Built on first use in one or two milliseconds, then kept.
final class ShortStringDictionary: Sendable {
    /// Must never change: stored strings depend on it.
    let bytes: [UInt8]
    /// A copy of the text that lives as long as the process.
    private nonisolated(unsafe) let memory: UnsafeBufferPointer<UInt8>
    let index: MatchIndex
    let model: ShortStringModel

    private init(_ text: String, endsWithBrackets: Bool = false) {
        bytes = Array(text.utf8)
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(fromContentsOf: bytes)
        memory = UnsafeBufferPointer(copy)
        index = MatchIndex(memory)
        model = ShortStringModel(memory, endsWithBrackets: endsWithBrackets)
    }

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
    /// The kind's dictionary, version 1; other programs can use it as a preset dictionary of zlib.
    public var dictionary: [UInt8] { ShortStringDictionary.of(self).bytes }
}

/// The texts for the dictionaries and models of short strings, version 1.
///
/// `scripts/short-strings` contains their sources and the generator for `Generated/`. Stored strings depend on every
/// byte: any change requires a new version.
enum DictionaryText {}
