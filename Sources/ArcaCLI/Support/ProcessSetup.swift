/// What has to hold for the whole process before any command runs.
enum ProcessSetup {
    /// Sets up signals and limits.
    static func prepare() {}
}
