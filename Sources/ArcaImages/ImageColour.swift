/// How the pixels of an image carry colour, as its header says it.
public struct ImageColour: Sendable, Hashable, CustomStringConvertible {
    /// What the channels stand for.
    public enum Model: String, Sendable, Hashable {
        /// One channel of brightness.
        case grey
        /// Red, green and blue.
        case rgb
        /// Indices into a table of colours.
        case indexed
        /// Brightness and two colour differences.
        case yCbCr
        /// Cyan, magenta, yellow and black.
        case cmyk
        /// Something else, or not said.
        case unknown
    }

    /// What the channels stand for.
    public let model: Model
    /// Bits of each channel, or of an index; nil when the header does not say.
    public let bitsPerChannel: Int?
    /// Whether pixels may be transparent.
    public let hasAlpha: Bool

    /// States how pixels carry colour.
    ///
    /// - Parameters:
    ///   - model: What the channels stand for.
    ///   - bitsPerChannel: Bits of each channel, or of an index.
    ///   - hasAlpha: Whether pixels may be transparent.
    public init(_ model: Model, bitsPerChannel: Int?, hasAlpha: Bool = false) {
        self.model = model
        self.bitsPerChannel = bitsPerChannel
        self.hasAlpha = hasAlpha
    }

    /// In words: `rgb with alpha, 8 bits a channel`.
    public var description: String {
        model.rawValue + (hasAlpha ? " with alpha" : "")
            + (bitsPerChannel.map { ", \($0) bits a \(model == .indexed ? "pixel" : "channel")" } ?? "")
    }
}
