import ArcaAsync
import ArcaPlatform
import Testing

@Suite("Actors with their own thread")
struct ThreadExecutorTests {
    private actor Counter {
        private let thread: ThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
        private(set) var count = 0

        init() throws { thread = try ThreadExecutor() }

        func add() -> UInt {
            count += 1
            return currentThread
        }

        nonisolated func assumed() -> Bool { assumeIsolated { _ in true } }

        func assume() -> Bool { assumed() }
    }

    @Test("runs all calls on one dedicated thread")
    func oneThread() async throws {
        let (one, other) = (try Counter(), try Counter())
        var threads: Set<UInt> = []
        await withTaskGroup(of: UInt.self) { group in
            for _ in 0..<100 { group.addTask { await one.add() } }
            for await thread in group { threads.insert(thread) }
        }
        #expect(await one.count == 100 && threads.count == 1)
        #expect(await !threads.contains(other.add()))
        #expect(await one.assume())
    }

    @Test("allows an actor to be released with its last call")
    func end() async throws {
        for _ in 0..<50 { #expect(await (try Counter()).add() != 0) }
    }
}
