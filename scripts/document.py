"""Runs the commands in a document's ```console blocks, and compares their output.

A line that begins with "$ " is a command, and one with "> " continues it; the other lines are the terminal's output.
"…" matches any text in a line, and a line of "…" alone any number of lines. All commands of a document run in one shell on a
terminal of 100 columns, in a new folder. Each passphrase prompt is answered with ANSWER.

    document.py check DOCUMENT…    prints differences, and exits with status 1 if there are any
    document.py print DOCUMENT     prints the document with the current output
"""

import difflib
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import sys
import tempfile
import termios

ANSWER = "correct-horse-battery-staple-onion"
QUESTION = re.compile(rb"(?:passphrase|password)[^\n]*: ?$", re.I)
PROGRESS = re.compile(r"(\r\x1b\[K[^\n]*)?\r\x1b\[K")
MARK = b"\x1e"
COLUMNS = 100
# Maximum time of a command, in seconds.
PATIENCE = 120


class Step:
    """A command and its documented output."""

    def __init__(self, command, line):
        self.command, self.line, self.shown, self.got, self.status = command, line, [], [], None


def parts(text):
    """Splits the document into ("text", line) and ("step", Step)."""
    result, inside = [], False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            inside = line == "```console"
            result.append(("text", line))
        elif not inside:
            result.append(("text", line))
        elif line.startswith("$ "):
            result.append(("step", Step(line[2:], number)))
        elif (line + " ").startswith("> ") and result[-1][0] == "step" and not result[-1][1].shown:
            result[-1][1].command += "\n" + line[2:]
        elif result[-1][0] == "step":
            result[-1][1].shown.append(line)
        else:
            raise SystemExit(f"line {number}: output without a command")
    return result


def steps_of(text):
    return [step for kind, step in parts(text) if kind == "step"]


def environment(home, command):
    """The environment of a new user: only PATH comes from this process."""
    return {
        "HOME": home, "PATH": f"{os.path.dirname(command)}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "TZ": "UTC",
        "TERM": "xterm-256color", "PAGER": "cat", "USER": "alice", "SHELL": "/bin/bash",
    }


def run(steps, command, colors=False):
    """Runs the steps in order, and stores each one's output and status."""
    home = tempfile.mkdtemp(prefix="arca-document-")
    try:
        folder = os.path.join(home, "demo")
        os.mkdir(folder)
        script = os.path.join(home, ".script")
        with open(script, "w") as file:
            file.write("ended() { local status=$?; printf '\\036%d\\036' $status; return $status; }\n")
            file.writelines(f"{step.command}\nended\n" for step in steps)
        variables = environment(home, command) | ({} if colors else {"NO_COLOR": "1"})
        shown = terminal(["bash", "--norc", script], folder, variables)
        pieces = shown.split(MARK)
        for index, step in enumerate(steps):
            if 2 * index + 1 >= len(pieces):
                raise SystemExit(f"line {step.line}: '{step.command}' did not end:\n{pieces[-1].decode(errors='replace')}")
            text = pieces[2 * index].decode(errors="replace")
            # Show the temporary home folder as a user's.
            text = text.replace(home, "/home/alice")
            # Progress output depends on the speed of the machine.
            text = PROGRESS.sub("", text)
            step.got = text.split("\n")[:-1] if text.endswith("\n") else text.split("\n") if text else []
            step.status = int(pieces[2 * index + 1])
    finally:
        shutil.rmtree(home)
    return steps


def terminal(words, folder, variables):
    """The complete output of a program on its own terminal."""
    child, end = pty.fork()
    if child == 0:
        mode = termios.tcgetattr(0)
        mode[1] &= ~termios.OPOST
        termios.tcsetattr(0, termios.TCSANOW, mode)
        os.chdir(folder)
        os.execvpe(words[0], words, variables)
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    shown, answered, quiet = b"", 0, 0.0
    while quiet < PATIENCE:
        # Text that looks like a prompt is not one while the terminal echoes.
        if QUESTION.search(shown, answered) and not termios.tcgetattr(end)[3] & termios.ECHO:
            os.write(end, ANSWER.encode() + b"\n")
            answered = len(shown)
        if not select.select([end], [], [], 0.1)[0]:
            quiet += 0.1
            continue
        quiet = 0.0
        try:
            piece = os.read(end, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    else:
        os.kill(child, 9)
    os.waitpid(child, 0)
    os.close(end)
    return shown


def fits(shown, got):
    """Whether the output matches the document, where … matches anything."""
    pattern = "".join(
        r"(?:[^\n]*\n)*" if line == "…" else re.escape(line).replace("…", r"[^\n]*") + r"\n"
        for line in map(str.rstrip, shown))
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in got)) is not None


def check(path, command):
    """Compares a document; returns the number of commands and of differences."""
    with open(path) as file:
        steps = run(steps_of(file.read()), command)
    bad = 0
    for step in steps:
        # A command with documented error output must fail.
        fails = any(line.startswith("arca: error:") or "FAILED" in line for line in step.shown)
        if fits(step.shown, step.got) and fails == (step.status != 0):
            continue
        bad += 1
        print(f"{path}:{step.line}: $ {step.command} (status {step.status})")
        print("\n".join(difflib.unified_diff(step.shown, step.got, "shown", "got", lineterm="", n=1)))
    return len(steps), bad


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("check", "print"):
        raise SystemExit(__doc__)
    command = os.environ.get("ARCA") or shutil.which("arca")
    if not command:
        raise SystemExit("document.py: no arca: set ARCA to the command")
    if sys.argv[1] == "check":
        results = [check(path, command) for path in sys.argv[2:]]
        print(f"{sum(count for count, _ in results)} commands, {sum(bad for _, bad in results)} differ")
        raise SystemExit(1 if any(bad for _, bad in results) else 0)
    with open(sys.argv[2]) as file:
        document = parts(file.read())
    run([step for kind, step in document if kind == "step"], command)
    lines = [
        part if kind == "text" else "\n".join(["$ " + part.command.replace("\n", "\n> ")] + (part.shown if fits(part.shown, part.got) else part.got))
        for kind, part in document
    ]
    sys.stdout.write("\n".join(line.rstrip() for line in lines))


if __name__ == "__main__":
    main()
