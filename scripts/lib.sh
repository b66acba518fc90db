# Shared by the scripts of this folder, which source it. Sets `root` and defines need_packages and build_command.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The command has a separate build folder: a static release build and a test build would overwrite each other.
command_build=$root/.build/command
command_binary=$command_build/release/arca

say() { printf 'arca: %s\n' "$*" >&2; }

# Installs missing Debian packages; without apt or root rights it prints what to install.
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
    # The package index of a fresh machine is empty or outdated.
    "${sudo[@]}" apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
}

# Installs all build dependencies on Debian; elsewhere the compiler's errors name the missing parts.
need_build_packages() {
    command -v swift >/dev/null || { say "error: no Swift toolchain in PATH (6.2 or newer is needed)"; exit 8; }
    [ "$(uname -s)" = Linux ] && command -v dpkg-query >/dev/null || return 0
    need_packages libssl-dev zlib1g-dev libsqlite3-dev pkg-config
}

# Copies a build's output from standard input to a log. On a terminal it shows how many modules are compiled.
show_progress() {
    local line done=0 count
    # The command imports all modules except these two.
    count=$(find "$root"/Sources/Arca*/ -prune ! -name Arca ! -name ArcaAsync | wc -l)
    : >"$1"
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$1"
        [ -t 2 ] || continue
        [[ $line =~ Compiling\ (Arca[A-Za-z0-9]*) ]] || continue
        done=$((done + 1))
        printf '\rarca: module %d of %d, %s\033[K' "$done" "$count" "${BASH_REMATCH[1]}" >&2
    done
    if [ "$done" -gt 0 ]; then printf '\r\033[K' >&2; fi
}

# Builds the command, or another product of the package with the same modules: release, Swift runtime linked statically,
# system libraries shared so that it gets their updates.
build_command() {
    need_build_packages
    local product=${1-arca}
    # Metadata is accessed by functions, not by mangled names. For names, Swift's runtime would search all conformances
    # several times at every start.
    local types=(-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)
    local flags=(-c release "${types[@]}" --product "$product" --package-path "$root" --scratch-path "$command_build")
    if [ "$(uname -s)" = Linux ]; then
        # The toolchain exports every symbol for plug-ins. The command has none, and its libraries' symbols resolve
        # faster without exports.
        flags+=(-Xlinker --no-export-dynamic)
        # The Swift runtime needs libstdc++; linking it statically cuts start-up by a third. The linker finds no shared
        # one in a folder that contains only a link to the archive.
        local archive folder=$command_build/libstdc++
        archive=$(find /usr/lib/gcc -name libstdc++.a 2>/dev/null | sort -V | tail -n 1)
        # Do not search for libraries next to the command: it takes time, and anyone who can write there could plant
        # one.
        flags+=(--disable-local-rpath --static-swift-stdlib -Xlinker -s -Xlinker --gc-sections)
        # The command is stripped, so debug information only takes time.
        flags+=(-debug-info-format none)
        if [ -n "$archive" ]; then
            mkdir -p "$folder"
            ln -sf "$archive" "$folder/libstdc++.a"
            flags+=(-Xlinker "-L$folder" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
        fi
    fi
    local log=$command_build/build.log
    mkdir -p "$command_build"
    if [ "$product" = arca ]; then say "building the command (about six minutes on two cores, once)"; fi
    if ! swift build "${flags[@]}" 2>&1 | show_progress "$log"; then
        tail -n 40 "$log" >&2
        say "error: the build failed; the whole log is in $log"
        exit 8
    fi
    # A change that does not alter the binary, such as a comment, leaves the file untouched; mark it as current.
    touch "$command_build/release/$product"
}

# The commit of the command's sources; empty outside a repository or if the sources have changes.
source_commit() {
    [ -z "$(git -C "$root" status --porcelain -- Sources Package.swift 2>/dev/null || echo unknown)" ] || return 0
    git -C "$root" rev-parse --verify --quiet HEAD 2>/dev/null || true
}

# stamp_commit FILE COMMIT: lets --version of a copy show its commit. The build itself does not know it, so a commit
# without source changes rebuilds nothing.
stamp_commit() {
    local offset mark=arca-commit=
    [ -n "$2" ] || return 0
    offset=$(LC_ALL=C grep -abo -m 1 -e "$mark----------------------------------------" "$1" | head -n 1 | cut -d : -f 1)
    [ -n "$offset" ] || { say "error: $1 has no place for the commit"; return 8; }
    printf %.40s "$2" | dd of="$1" bs=1 seek=$((offset + ${#mark})) conv=notrunc status=none
}

# Whether the command exists and is newer than its sources.
is_command_current() {
    [ -x "$command_binary" ] || return 1
    [ -z "$(find "$root/Sources" "$root/Package.swift" "$root/scripts/lib.sh" -newer "$command_binary" -print -quit)" ]
}
