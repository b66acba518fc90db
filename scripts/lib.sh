# Shared by the scripts of this folder; to be sourced. Sets `root` and offers need_packages and build_command.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The command has a build folder of its own: a static release build and a test build would overwrite each other.
command_build=$root/.build/command
command_binary=$command_build/release/arca

say() { printf 'arca: %s\n' "$*" >&2; }

# Installs the Debian packages named, as far as they are missing; without apt or without rights says what to install.
need_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
            say "error: these packages are missing: ${missing[*]}"
            say "hint: run 'apt-get install ${missing[*]}' as root, then try again"
            exit 8
        fi
        sudo=(sudo)
    fi
    say "installing ${missing[*]}"
    # The package index of a fresh machine is empty or old.
    "${sudo[@]}" apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
}

# Everything that building needs, on Debian; elsewhere the compiler's messages say what is missing.
need_build_packages() {
    command -v swift >/dev/null || { say "error: no Swift toolchain in PATH (6.2 or newer is needed)"; exit 8; }
    [ "$(uname -s)" = Linux ] && command -v dpkg-query >/dev/null || return 0
    need_packages libssl-dev zlib1g-dev libsqlite3-dev pkg-config
}

# Builds the command: release, Swift runtime linked in, system libraries shared so that their updates reach it; or another
# product of the package in the same way, which then has the same modules.
build_command() {
    need_build_packages
    local product=${1-arca}
    # Types are made by their functions, not from their names, for which Swift's runtime would look through all conformances
    # of the command, several times at every start.
    local types=(-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)
    local flags=(-c release "${types[@]}" --product "$product" --package-path "$root" --scratch-path "$command_build")
    if [ "$(uname -s)" = Linux ]; then
        # The toolchain exports every symbol for plug-ins to use; the command has none, and finds its libraries' symbols
        # sooner when it offers none itself.
        flags+=(-Xlinker --no-export-dynamic)
        # The Swift runtime needs libstdc++; linked in as well, start-up takes a third less. The linker finds no shared
        # one in a folder that holds only a link to the archive.
        local archive folder=$command_build/libstdc++
        archive=$(find /usr/lib/gcc -name libstdc++.a 2>/dev/null | sort -V | tail -n 1)
        # No library is searched for next to the command: it takes time, and anyone who can write there could plant one.
        flags+=(--disable-local-rpath --static-swift-stdlib -Xlinker -s -Xlinker --gc-sections)
        if [ -n "$archive" ]; then
            mkdir -p "$folder"
            ln -sf "$archive" "$folder/libstdc++.a"
            flags+=(-Xlinker "-L$folder" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
        fi
    fi
    local log=$command_build/build.log
    mkdir -p "$command_build"
    if [ "$product" = arca ]; then say "building the command (a minute or two, once)"; fi
    if ! swift build "${flags[@]}" >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        say "error: the build failed; the whole log is in $log"
        exit 8
    fi
    # A change that alters nothing in the binary (a comment) leaves it untouched; it is current all the same.
    touch "$command_build/release/$product"
}

# The commit whose sources the command is built from; nothing outside of a repository, and with changes to them.
source_commit() {
    [ -z "$(git -C "$root" status --porcelain -- Sources Package.swift 2>/dev/null || echo unknown)" ] || return 0
    git -C "$root" rev-parse --verify --quiet HEAD 2>/dev/null || true
}

# stamp_commit FILE COMMIT: lets a copy of the command say by --version what it was built from. The build itself does not know
# the commit, so that a commit without changes to the sources builds nothing.
stamp_commit() {
    local offset mark=arca-commit=
    [ -n "$2" ] || return 0
    offset=$(LC_ALL=C grep -abo -m 1 -e "$mark----------------------------------------" "$1" | head -n 1 | cut -d : -f 1)
    [ -n "$offset" ] || { say "error: $1 has no place for the commit"; return 8; }
    printf %.40s "$2" | dd of="$1" bs=1 seek=$((offset + ${#mark})) conv=notrunc status=none
}

# Whether the command is there and newer than all that it is made of.
is_command_current() {
    [ -x "$command_binary" ] || return 1
    [ -z "$(find "$root/Sources" "$root/Package.swift" "$root/scripts/lib.sh" -newer "$command_binary" -print -quit)" ]
}
