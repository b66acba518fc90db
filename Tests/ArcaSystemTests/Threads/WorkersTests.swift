import ArcaPlatform
import ArcaSystem
import Synchronization
import Testing

@Suite struct WorkersTests {
    struct Failure: Error, Equatable { let index: Int }

    @Test("calls each index once", arguments: [0, 1, 2, 7, 1000], [1, 2, 5, 64])
    func eachIndexOnce(count: Int, workers: Int) {
        let calls = Mutex([Int](repeating: 0, count: count))
        Workers.forEach(count, workers: workers) { worker, index in
            #expect(0..<workers ~= worker)
            calls.withLock { $0[index] += 1 }
        }
        #expect(calls.withLock { $0.allSatisfy { $0 == 1 } })
    }

    @Test("never overlaps calls of one worker, and uses several workers")
    func workersAreDistinct() {
        let state = Mutex((busy: Set<Int>(), seen: Set<Int>()))
        Workers.forEach(40, workers: 4) { worker, _ in
            state.withLock { #expect($0.busy.insert(worker).inserted) }
            usleep(2000)
            state.withLock {
                $0.busy.remove(worker)
                $0.seen.insert(worker)
            }
        }
        #expect(state.withLock { $0.seen.count } > 1)
    }

    @Test("throws the error of the lowest index and starts no more calls", arguments: [1, 2, 8])
    func lowestError(workers: Int) {
        let calls = Atomic<Int>(0)
        for _ in 0..<50 {
            calls.store(0, ordering: .relaxed)
            #expect(throws: Failure(index: 10)) {
                try Workers.forEach(100_000, workers: workers) { (_, index) throws(Failure) in
                    calls.wrappingAdd(1, ordering: .relaxed)
                    if index >= 10 { throw Failure(index: index) }
                }
            }
            #expect(calls.load(ordering: .relaxed) <= 10 + workers)
        }
    }

    @Test("counts the cores available to the process")
    func coreCount() {
        #expect(1...sysconf(Int32(_SC_NPROCESSORS_ONLN)) ~= Workers.coreCount)
    }
}
