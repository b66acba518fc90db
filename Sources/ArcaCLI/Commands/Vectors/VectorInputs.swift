internal import ArcaCodecs
internal import ArcaSystem
internal import ArcaVectors

/// The paths that a user names for `arca vectors`.
enum VectorInputs {
    /// The files below them; a path that is not there is an error before anything runs.
    static func tree(_ paths: [BytePath]) throws -> VectorTree {
        if paths.isEmpty || paths.contains(where: \.isDash) {
            guard paths.count <= 1 else {
                throw UsageError(.conflict, "standard input stands by itself", hint: "leave - or the other paths out")
            }
            return VectorTree(inputs: [.standardInput()])
        }
        for path in paths { _ = try FileInfo(path, followingLinks: true) }
        return VectorTree(paths)
    }
}
