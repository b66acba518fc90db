// Keep this file minimal: code in `main` runs on the main actor, and a single closure here links the whole concurrency
// runtime.
@main struct Main { static func main() { start() } }
