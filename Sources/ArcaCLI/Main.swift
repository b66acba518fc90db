// Nothing else may stand here: what is written in `main` is code of the main actor, and one closure of it links the whole
// concurrency runtime.
@main struct Main { static func main() { start() } }
