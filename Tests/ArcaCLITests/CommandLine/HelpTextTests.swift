import Testing

@testable import ArcaCLI

@Suite struct HelpTextTests {
    private let layout = HelpText(width: 80)

    @Test("shows a command with every kind of parameter")
    func commandScreen() {
        #expect(
            layout.screen(CommandTree(SamplePut.self, after: ["strong"])) == """
                strong put: put something into the box

                Usage: strong put [OPTION…] THING [OTHER…]

                The box has to be open. What is put into it stays there until somebody takes it
                out again, which is what boxes are for, as everybody knows who ever had one.

                  this line is kept   as it is

                The end.

                Arguments:
                  THING                     what to put into the box
                  OTHER…                    more things

                Options:
                  -n, --count N             how many (1 to 64; default 1)
                      --limit N             refuse when there are more (0 or more)
                  -s, --shift N             how far from the middle (default 0)
                  -m, --metal METAL         what it is made of (one of gold, silver, copper;
                                            default silver)
                  -a, --alloy METAL[,METAL…]
                                            what is mixed in (one of gold, silver, copper)
                  -t, --tag TEXT            a word to find it by; may be repeated
                  -r, --round               it rolls
                  -z                        along a zigzag
                      --no-padding          without padding, even where what is put in could
                                            break on the way
                  -h, --help[=all]          print a short help, or all of it

                Wrapping:
                      --paper KIND          kind of paper (default plain)

                Ownership:
                      --owner NAME          whose it is

                Exit status:
                  0 success, 1 verification failed, 2 usage error, 3 wrong key, 4 tampered,
                  5 malformed, 6 locked, 7 not found, 8 reading or writing failed
                  ('arca help exit-codes')

                Examples:
                  # put three coins into the box
                  strong put -n 3 coin
                  # a name that starts with a hyphen
                  strong put --metal gold ring -- -odd-

                """)
    }

    @Test("lists the program's visible commands by section")
    func programScreen() {
        #expect(
            layout.screen(CommandTree(SampleRoot.self)) == """
                strong: keep things in a box

                Usage: strong COMMAND …

                Things:
                  put  put something into the box

                Keys:
                  key  make and show keys

                Options:
                  -h, --help[=all]  print a short help, or all of it
                  -V, --version     print the version

                Exit status:
                  0 success, 1 verification failed, 2 usage error, 3 wrong key, 4 tampered,
                  5 malformed, 6 locked, 7 not found, 8 reading or writing failed
                  ('arca help exit-codes')

                'strong COMMAND --help' says more about a command. 'strong help TOPIC' explains:
                formats, codecs, unlocking, secrets, costs, output, exit-codes, arguments,
                environment, git.

                Examples:
                  # put three coins into the box
                  strong put -n 3 coin

                """)
    }

    @Test("shows a group")
    func groupScreen() {
        #expect(
            layout.screen(CommandTree(SampleKey.self, after: ["strong"])) == """
                strong key: make and show keys

                Usage: strong key COMMAND …

                Commands:
                  make  make a key
                  show  show a key

                Options:
                  -h, --help[=all]  print a short help, or all of it

                Exit status:
                  0 success, 1 verification failed, 2 usage error, 3 wrong key, 4 tampered,
                  5 malformed, 6 locked, 7 not found, 8 reading or writing failed
                  ('arca help exit-codes')

                'strong key COMMAND --help' says more about a command.

                Examples:
                  # what is in a key file
                  strong key show key.pem

                """)
    }

    @Test("marks required parameters, and wraps to a narrow terminal")
    func narrowScreen() {
        #expect(
            HelpText(width: 40).screen(CommandTree(SampleKeyMake.self, after: ["strong", "key"])) == """
                strong key make: make a key

                Usage: strong key make --from SRC BITS

                Arguments:
                  BITS              how long (64 to 512)

                Options:
                      --from SRC    where chance comes
                                    from (one of stdin,
                                    file:, env:;
                                    required)
                  -h, --help[=all]  print a short help,
                                    or all of it

                Exit status:
                  0 success, 1 verification failed,
                  2 usage error, 3 wrong key,
                  4 tampered, 5 malformed, 6 locked,
                  7 not found,
                  8 reading or writing failed
                  ('arca help exit-codes')

                Examples:
                  # make a key of 256 bits
                  strong key make --from stdin 256

                """)
    }

    @Test("prints titles in bold on a terminal, and nothing else changes")
    func styledScreen() {
        let node = CommandTree(SampleKeyShow.self, after: ["strong", "key"])
        let styled = HelpText(width: 80, isStyled: true).screen(node)
        #expect(styled.contains("\n\u{1B}[1mOptions:\u{1B}[0m\n"))
        let plain = styled.split(separator: "\u{1B}").map { part in
            part.hasPrefix("[1m") ? part.dropFirst(3) : part.hasPrefix("[0m") ? part.dropFirst(3) : part
        }
        #expect(plain.joined() == layout.screen(node))
    }

    @Test("shows a topic")
    func topicScreen() {
        let topic = HelpTopic(name: "boxes", summary: "what a box is", text: "A box.\n\n  lid   on top")
        #expect(layout.screen(topic) == "arca help boxes: what a box is\n\nA box.\n\n  lid   on top\n")
    }
}
