import ArcaTestSupport
import Foundation

/// A shell script's functions for an SSH server without a port: each connection starts `sshd -i` as its proxy.
enum SSHServerScript {
    static var isAvailable: Bool {
        Peer.has("ssh") && FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd")
    }

    /// `server NAME` makes a host key and settings, `connect NAME …` is ssh to it.
    ///
    /// The keys of the file `authorized` may sign in.
    static let functions = """
        set -e
        # Only root needs this folder.
        [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
        server() {
            ssh-keygen -q -N '' -t ed25519 -f "$PWD/host-$1"
            printf '%s\\n' "HostKey $PWD/host-$1" "AuthorizedKeysFile $PWD/authorized" 'StrictModes no' 'UsePAM no' \
                'PasswordAuthentication no' 'KbdInteractiveAuthentication no' 'PermitRootLogin yes' 'UseDNS no' \
                'PidFile none' > "sshd-$1"
            printf '%s %s\\n' "$1" "$(cut -d ' ' -f 1,2 "host-$1.pub")" >> known
        }
        connect() {
            name=$1; shift
            ssh -F /dev/null -o "ProxyCommand=/usr/sbin/sshd -i -f $PWD/sshd-$name" -o "UserKnownHostsFile=$PWD/known" \
                -o StrictHostKeyChecking=yes -o BatchMode=yes -o IdentityFile=none -o LogLevel=ERROR "$@" "$name" \
                "$SERVER_COMMAND"
        }

        """
}
