/// Commands whose reports are compared with `Documentation/JSON.md`, in their order; some only prepare others.
enum JSONScripts {
    static let files = """
        arca key generate x25519 -o age.key
        arca key convert age.key --public --to age -o age.pub
        arca encrypt -R age.pub -o notes.age --json notes.txt
        arca encrypt -R age.pub --beside --json notes.txt photo.jpg
        arca encrypt -R age.pub --archive folder -o folder.tar.gz.age
        arca decrypt -i age.key -o plain.txt --json notes.age
        arca decrypt -i age.key --beside --force --json notes.txt.age photo.jpg.age
        arca decrypt -i age.key --list --json folder.tar.gz.age
        arca key generate x25519 -o new.key
        arca rekey -i age.key -r age1lggyhqrw2nlhcxprm67z43rta597azn8gknawjehu9d9dl0jq3yqqvfafg -o \
        rekeyed.age --json notes.age
        arca migrate --field token --format openssl --iter 10000 --passphrase-from env:ARCA_PASSPHRASE -R \
        age.pub -o safe.csv --json users.csv
        arca key generate ed25519 --to openssh --plain -o signing.key
        arca key convert signing.key --public --to openssh -o signing.pub
        arca sign --key signing.key --json notes.txt
        arca verify --key signing.pub --json notes.txt
        arca hash --sign signing.key -o SHA256SUMS notes.txt
        arca verify --key signing.pub --check --json SHA256SUMS
        arca verify --key signing.pub --json photo.jpg
        arca inspect --json notes.age notes.txt
        arca compress --format short --explain --json notes.txt
        arca compress -o notes.txt.gz notes.txt
        arca decompress --list --json notes.txt.gz
        arca hash --json notes.txt
        arca hash --check --json SHA256SUMS
        arca mac hmac-sha256 --key-from file:key.bin --json notes.txt
        arca mac hmac-sha256 --key-from file:key.bin --verify 00000000 --length 4 --json notes.txt
        arca mac find --secret-from env:ARCA_PASSPHRASE --signature 00112233445566778899aabbccddeeff --json --message a=1
        arca mac find --secret-from env:ARCA_PASSPHRASE --signature \
        cc925af98afab84cdc2fae13264e80e236c4cf75b5de72891247fc3ab45ad59b --json --message a=1
        arca cipher find --key-from env:ARCA_PASSPHRASE --json --text ZglJO6WWY3kEBifZmUm6VA==
        arca cipher encrypt aes-128-ecb;key=utf8|md5;data=hex>ciphertext --key-from env:ARCA_PASSPHRASE -o found.txt notes.txt
        arca cipher find --key-from env:ARCA_PASSPHRASE --json found.txt
        arca cipher find --key-from env:ARCA_PASSPHRASE --json --show php found.txt
        arca cipher list --json
        arca random 16 --json
        arca random 16 -o random.bin --json
        arca passphrase --json
        arca passphrase -o passphrase.txt --json
        arca encode list --json
        arca decode list --json
        arca decode auto --json encoded.txt
        arca decode auto --json --recipe-format cyberchef encoded.txt
        arca decode caesar --crack --json letters.txt
        arca mime list --json mail.eml
        arca mime list --json mail.eml mail.eml
        arca mime extract --json -o parts mail.eml
        arca mime build --subject Photos --attach photo.jpg -o built.eml --json notes.txt
        arca image info --json beach.png
        arca image pack --key-from file:key.bin -o packed.txt beach.png
        arca image info --json packed.txt
        arca image pack --store album --name beach --key-from file:key.bin beach.png
        arca image info --store album --key-from file:key.bin --json
        arca image pack --key-from file:key.bin --split 300 -o parts.txt --json beach.png
        arca image pack --store album --name other --key-from file:key.bin --json beach.png
        arca image unpack --key-from file:key.bin -o unpacked.png --json parts.txt
        arca image inspect --json beach.png both.png
        arca image split -o data.txt --image alone.png --json both.png
        arca image strip -o stripped.png --json beach.png
        arca image strip -o folder --json beach.png
        arca key generate x25519 -o other.key --json
        arca key generate p256 --plain -o p256.pem --json
        arca key generate aes -o aes.hex --json
        arca key generate minisign --plain -o minisign.key --json
        arca key show --json p256.pem
        arca key show --json pub.pem
        arca key show --json age.key
        arca key show --json cert.pem
        arca key show --json request.pem
        arca key show --json p256.pem pub.pem cert.pem
        arca key extract -o extracted.pem --json cert.pem
        arca key verify-chain --json cert.pem
        arca key verify-chain --root cert.pem --json cert.pem
        arca key fingerprint --json p256.pem pub.pem
        arca key lint --json p256.pem
        arca key convert --to spki -o p256.pub.pem --json p256.pem
        arca key convert --to age --public -o other.pub --json other.key
        arca rsa sign --key key.pem -o notes.txt.rsa --json notes.txt
        arca rsa encrypt --key pub.pem -o block.rsa --json notes.txt
        arca rsa encrypt --key pub.pem -o long.rsa --json photo.jpg
        arca rsa decrypt --key key.pem -o block.txt --json block.rsa
        arca rsa decrypt --key key.pem -o long.jpg --json long.rsa
        arca rsa sign --key key.pem -o notes.rsa notes.txt
        arca rsa verify --key pub.pem --signature notes.rsa --json notes.txt
        arca key generate sm2 --plain -o sm2.pem
        arca sm2 sign --key sm2.pem -o notes.sm2 notes.txt
        arca sm2 verify --key sm2.pem --signature notes.sm2 --json notes.txt
        arca jwt sign --key p256.pem --lifetime 15m -o signed.txt --json claims.json
        arca jwt encrypt --key p256.pem -o hidden.txt --json claims.json
        arca jwt sign --key p256.pem --lifetime 15m -o token.txt claims.json
        arca jwt verify --key p256.pem --any-audience --json token.txt
        arca jwt verify --key p256.pem --any-audience --issuer https://id.example --json token.txt
        arca jwt decode --json token.txt
        arca jwt encrypt --key p256.pem -o sealed.txt claims.json
        arca jwt decrypt --key p256.pem --json sealed.txt
        arca pattern hash --cost 10 --pattern-from env:PATTERN -o pattern.txt
        arca pattern verify --pattern-from env:PATTERN --json pattern.txt
        arca pattern strength --pattern-from env:PATTERN --json
        arca pattern suggest --json
        arca pattern audit --json gesture.txt
        arca pattern count --json
        arca speed sha256 --json
        arca vectors verify --json Vectors
        arca vectors list --json Vectors
        """

    /// `SLOT` and `KEYFILE` are the slots of the recovery code and key file that preceding lines created.
    static let vault = """
        arca vault init --vault other.arca --new-key-file other.key --new-recovery-code --json
        arca vault init --new-key-file vault.key
        arca vault set github.com/alice --secret-from env:ARCA_PASSPHRASE --key-file vault.key --json
        arca vault set --class internet --service db.example.org --account admin --generate --key-file \
        vault.key --json
        arca vault generate wifi/home --key-file vault.key --json
        arca vault edit github.com/alice --label GitHub --kind login --group Work --comment mine \
        --expires 90d --field team=core --secret-field token=env:ARCA_PASSPHRASE --otp-from env:OTP \
        --key-file vault.key --json
        arca vault mv wifi/home wifi/house --key-file vault.key --json
        arca vault attach github.com/alice notes.txt --key-file vault.key --json
        arca vault attach github.com/alice photo.jpg --key-file vault.key --json
        arca vault attach github.com/alice --remove photo.jpg --key-file vault.key --json
        arca vault rm wifi/house --yes --key-file vault.key --json
        arca vault undo wifi/house --key-file vault.key --json
        arca vault get github.com/alice --reveal --key-file vault.key --json
        arca vault get db.example.org/admin --key-file vault.key --json
        arca vault list --key-file vault.key --json
        arca vault list --all-vaults --key-file vault.key --json
        arca vault get github.com/alice --all-vaults --key-file vault.key --json
        arca vault rm wifi/house --yes --key-file vault.key
        arca vault list --trash --key-file vault.key --json
        arca vault find github --key-file vault.key --json
        arca vault history github.com/alice --key-file vault.key --json
        arca vault history github.com/alice --revert 2 --key-file vault.key --json
        arca vault purge wifi/house --yes --key-file vault.key --json
        arca vault purge --history github.com/alice --yes --key-file vault.key --json
        arca vault edit github.com/alice --otp-from env:OTP --key-file vault.key
        arca vault totp github.com/alice --key-file vault.key --json
        arca key generate x25519 -o laptop.key
        arca vault set age/laptop --secret-from file:laptop.key --key-file vault.key
        arca vault age-identity age/laptop --key-file vault.key --json
        arca vault inject template -o filled --key-file vault.key
        arca vault log --key-file vault.key --json
        arca vault connect --json
        arca vault connect ssh --dry-run --json
        arca vault status --json
        arca vault unlock --key-file vault.key --json
        arca vault lock --json
        arca vault lock --all --json
        arca vault backup backup.arca --key-file vault.key --json
        arca vault restore backup.arca --replace --new-recovery-code --key-file vault.key --json
        arca vault verify --key-file vault.key --json
        arca vault repair --key-file vault.key --json
        cp vault.arca phone.arca
        arca vault edit github.com/alice --label Phone --vault phone.arca --key-file vault.key
        arca vault edit github.com/alice --label Desk --key-file vault.key
        arca vault merge phone.arca --key-file vault.key --json
        arca vault conflicts --reveal --key-file vault.key --json
        arca vault resolve github.com/alice --field label --take 2 --key-file vault.key --json
        arca vault slot list --key-file vault.key --json
        arca vault slot add --new-recovery-code --key-file vault.key --json
        arca vault slot change SLOT --new-recovery-code --key-file vault.key --json
        arca vault slot remove SLOT --key-file vault.key --json
        arca vault slot add --new-passphrase-from env:ARCA_PASSPHRASE --key-file vault.key
        arca vault slot add --new-recovery-code --key-file vault.key
        arca vault rotate --passphrase-from env:ARCA_PASSPHRASE --rewrap KEYFILE=file:vault.key --json
        arca vault passwd --passphrase-from env:ARCA_PASSPHRASE --new-passphrase-from env:ARCA_PASSPHRASE \
        --json
        arca vault passwd --passphrase-from env:ARCA_PASSPHRASE --new-passphrase-from env:ARCA_PASSPHRASE \
        --rotate --rewrap KEYFILE=file:vault.key --json
        arca vault sync folder --key-file vault.key --json
        arca vault set --service shop.example --account a --protocol https --port 8443 --path /x \
        --secret-from env:PATTERN --key-file vault.key
        arca vault set --service shop2.example --account a --protocol https --port 8443 --path /x \
        --secret-from env:PATTERN --key-file vault.key
        arca vault set weak --secret-from env:PATTERN --key-file vault.key
        arca vault set weak2 --secret-from env:PATTERN --key-file vault.key
        arca vault audit --key-file vault.key --json
        arca vault rm weak weak2 --yes --key-file vault.key --json
        arca vault import --json passwords.csv --key-file vault.key
        arca vault export --key-file vault.key --format json -o items.json --json
        """
}
