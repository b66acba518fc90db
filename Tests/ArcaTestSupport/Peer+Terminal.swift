public import Foundation

extension Peer {
    /// Runs a command in a pseudoterminal and answers its prompts.
    ///
    /// The answer `{word}` types the word that the prompt asks for by number, from the passphrase shown before.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - answers: Ends of prompts, each with the text to type when it appears, in order.
    ///   - environment: Additional variables; the terminal has no colors unless `TERM` is set.
    ///   - folder: The working directory.
    /// - Returns: The terminal output and the exit status; 97 if a prompt does not appear within a minute.
    /// - Throws: An error of starting the program.
    public static func onTerminal(
        _ command: [String], _ answers: [(question: String, answer: String)] = [], environment: [String: String] = [:],
        in folder: URL? = nil
    ) throws -> Answer {
        let script = """
            import os, pty, re, select, sys
            words, answers = sys.argv[2:], []
            for _ in range(int(sys.argv[1])):
                answers.append((words.pop(0).encode(), words.pop(0)))
            pid, terminal = pty.fork()
            if pid == 0: os.execvp(words[0], words)
            shown, place = b'', 0
            def more():
                global shown
                if not select.select([terminal], [], [], 60)[0]: return False
                try: piece = os.read(terminal, 1000)
                except OSError: piece = b''
                shown += piece
                return piece
            for question, answer in answers:
                while question not in shown[place:]:
                    if not more():
                        os.kill(pid, 9)
                        sys.stdout.buffer.write(shown)
                        sys.exit(97)
                if answer == '{word}':
                    made = re.search(rb'passphrase is (\\S+)', shown)[1].decode()
                    for whole in ('drop-down', 'felt-tip', 't-shirt', 'yo-yo'): made = made.replace(whole, whole.replace('-', '+'))
                    number = int(re.findall(rb'Word (\\d+) of', shown[place:])[-1])
                    answer = made.split('-')[number - 1].replace('+', '-')
                place = shown.index(question, place) + len(question)
                os.write(terminal, answer.encode() + b'\\n')
            while more(): pass
            sys.stdout.buffer.write(shown)
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            """
        let texts = answers.flatMap { [$0.question, $0.answer] }
        return try run(
            ["python3", "-c", script, String(answers.count)] + texts + command,
            environment: ["TERM": "dumb"].merging(environment) { $1 }, in: folder)
    }
}
