import Testing

@testable import ArcaCLI

@Suite struct ProgressLineTests {
    @Test(
        "shows bytes, percentage, rate and time left",
        arguments: [
            (0, nil, 1, "0 B, 0 B/s"), (1 << 20, nil, 1, "1.0 MiB, 1.0 MiB/s"),
            (1 << 20, 4 << 20, 2, "1.0 MiB of 4.0 MiB, 25 %, 512 KiB/s, 0:06 left"),
            (5, 5, 1, "5 B of 5 B, 100 %, 5 B/s"), (10, 5, 1, "10 B of 5 B, 100 %, 10 B/s"),
            (1, 601, 1, "1 B of 601 B, 0 %, 1 B/s, 10:00 left"),
        ] as [(Int, Int?, Int, String)])
    func text(done: Int, total: Int?, seconds: Int, text: String) {
        #expect(ProgressLine.text(done: done, total: total, nanoseconds: seconds * 1_000_000_000) == text)
    }
}
