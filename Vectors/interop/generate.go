// Cases by Go's crypto packages. Prints JSON lines; see SOURCE.md.
package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"runtime"
)

type inputs struct {
	Plaintexts, Short, Text8, Text16, Text24, Text32, Hex16, Hex32 []string
}

func emit(name, key, data, plain string) {
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.Encode(map[string]string{"name": name, "by": runtime.Version(), "key": key, "data": data, "plaintext": plain})
}

func pad(p []byte, n int) []byte {
	k := n - len(p)%n
	return append(append([]byte{}, p...), bytes.Repeat([]byte{byte(k)}, k)...)
}

func random(n int) []byte { b := make([]byte, n); rand.Read(b); return b }

func cbc(key, iv []byte, p string) []byte {
	b, _ := aes.NewCipher(key)
	out := pad([]byte(p), 16)
	cipher.NewCBCEncrypter(b, iv).CryptBlocks(out, out)
	return out
}

func stream(make func(cipher.Block, []byte) cipher.Stream, key, iv []byte, p string) []byte {
	b, _ := aes.NewCipher(key)
	out := make2(len(p))
	make(b, iv).XORKeyStream(out, []byte(p))
	return append(append([]byte{}, iv...), out...)
}

func make2(n int) []byte { return make([]byte, n) }

func main() {
	var in inputs
	raw, _ := os.ReadFile("inputs.json")
	var all map[string][]string
	json.Unmarshal(raw, &all)
	in = inputs{Plaintexts: all["plaintexts"], Short: all["short"], Text16: all["text16"], Text32: all["text32"], Hex32: all["hex32"], Text8: all["text8"]}
	for i := 0; i < 4; i++ {
		p, k16, k32, s := in.Plaintexts[i*4+2], in.Text16[i], in.Text32[i], in.Short[i]
		iv := random(16)
		emit("cfb iv-first base64url", k32, base64.URLEncoding.EncodeToString(stream(cipher.NewCFBEncrypter, []byte(k32), iv, p)), p)
		emit("ctr iv-first hex", k16, hex.EncodeToString(stream(cipher.NewCTR, []byte(k16), iv, p)), p)
		emit("ofb iv-first", k16, base64.StdEncoding.EncodeToString(stream(cipher.NewOFB, []byte(k16), iv, p)), p)
		emit("cbc iv-first rawurl", k32, base64.RawURLEncoding.EncodeToString(append(append([]byte{}, iv...), cbc([]byte(k32), iv, p)...)), p)
		emit("cbc iv = key start", k16, base64.StdEncoding.EncodeToString(cbc([]byte(k16), []byte(k16), p)), p)
		b, _ := aes.NewCipher([]byte(k32))
		g, _ := cipher.NewGCM(b)
		n := random(12)
		emit("gcm nonce-first hex", k32, hex.EncodeToString(g.Seal(n, n, []byte(p), nil)), p)
		h := md5.Sum([]byte(s))
		hx := []byte(hex.EncodeToString(h[:]))
		b, _ = aes.NewCipher(hx)
		g, _ = cipher.NewGCM(b)
		emit("gcm md5 hex key", s, base64.StdEncoding.EncodeToString(g.Seal(n, n, []byte(p), nil)), p)
		d := sha256.Sum256([]byte(s))
		emit("cbc sha256 iv-first", s, base64.StdEncoding.EncodeToString(append(append([]byte{}, iv...), cbc(d[:], iv, p)...)), p)
		hk, _ := hex.DecodeString(in.Hex32[i%2])
		emit("cbc hex key iv-first", in.Hex32[i%2], hex.EncodeToString(append(append([]byte{}, iv...), cbc(hk, iv, p)...)), p)
		k8 := []byte(in.Text8[i%3])
		db, _ := des.NewCipher(k8)
		out := pad([]byte(p), 8)
		cipher.NewCBCEncrypter(db, k8).CryptBlocks(out, out)
		emit("des cbc iv = key", string(k8), base64.StdEncoding.EncodeToString(out), p)
	}
}
