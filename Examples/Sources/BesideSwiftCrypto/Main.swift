/// Uses Arca and a module with the same names in one program.
@main
struct Main {
    static func main() throws {
        for line in try PrefersArca.digests() + PrefersCrypto.digests() { print(line) }
    }
}
