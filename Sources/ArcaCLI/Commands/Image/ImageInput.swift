internal import ArcaImages

/// What image commands read.
enum ImageInput {
    /// Names the input in whatever is wrong with its image; other errors name their place themselves.
    static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as ImageError {
            throw ExitStatus.reporting(error, prefix: "\(name): ")
        }
    }
}
