// Cases by Node.js and CryptoJS 3.1.2. Prints JSON lines; see SOURCE.md.
const crypto = require("crypto"), fs = require("fs"), vm = require("vm");
const I = JSON.parse(fs.readFileSync("inputs.json"));
const pick = (kind, n) => I[kind][n % I[kind].length];
let by = "Node.js " + process.version;
const emit = (name, key, data, plaintext, more = {}) =>
  console.log(JSON.stringify({ name, by, key, data, plaintext, ...more }));
const enc = (alg, key, iv, p, out) => { const c = crypto.createCipheriv(alg, key, iv); const b = Buffer.concat([c.update(p, "utf8"), c.final()]); return out ? b.toString(out) : b; };
for (let i = 0; i < 6; i++) {
  const p = pick("plaintexts", i * 3), k32 = pick("text32", i), k = pick("short", i), iv = crypto.randomBytes(16);
  emit("aes-256-cbc hex iv:ct", k32, iv.toString("hex") + ":" + enc("aes-256-cbc", k32, iv, p, "hex"), p);
  emit("json iv content", k32, JSON.stringify({ iv: iv.toString("hex"), content: enc("aes-256-ctr", k32, iv, p, "hex") }), p);
  emit("sha256 hex substr, iv first 16", k, enc("aes-256-cbc", crypto.createHash("sha256").update(k).digest("hex").substr(0, 32), iv, p, "base64"), p, { iv: iv.toString("hex") });
  emit("sha256 base64 substr", k, iv.toString("hex") + enc("aes-256-cbc", crypto.createHash("sha256").update(k).digest("base64").substr(0, 32), iv, p, "hex"), p);
  emit("sha512 hex substr key and iv", k, Buffer.from(enc("aes-256-cbc", crypto.createHash("sha512").update(k).digest("hex").substring(0, 32), crypto.createHash("sha512").update(k).digest("hex").substring(0, 16), p, "hex")).toString("base64"), p);
  let c = crypto.createCipheriv("aes-256-gcm", k32, iv), e = Buffer.concat([c.update(p, "utf8"), c.final()]);
  emit("gcm iv16:tag:ct hex", k32, [iv, c.getAuthTag(), e].map(b => b.toString("hex")).join(":"), p);
  const n = crypto.randomBytes(12); c = crypto.createCipheriv("aes-256-gcm", k32, n); e = Buffer.concat([c.update(p, "utf8"), c.final()]);
  emit("gcm iv.ct.tag base64", k32, [n, e, c.getAuthTag()].map(b => b.toString("base64")).join("."), p);
  emit("gcm json", k32, JSON.stringify({ iv: n.toString("base64"), tag: c.getAuthTag().toString("base64"), data: e.toString("base64") }), p);
  emit("scrypt salt, aes-192-cbc zero iv", k, enc("aes-192-cbc", crypto.scryptSync(k, "salt", 24), Buffer.alloc(16, 0), p, "hex"), p);
  const salt = crypto.randomBytes(64); let d = crypto.pbkdf2Sync(k, salt, 2145, 32, "sha512");
  c = crypto.createCipheriv("aes-256-gcm", d, iv); e = Buffer.concat([c.update(p, "utf8"), c.final()]);
  emit("salt64 iv16 tag ct, pbkdf2 sha512 2145", k, Buffer.concat([salt, iv, c.getAuthTag(), e]).toString("base64"), p);
  c = crypto.createCipher("aes-256-cbc", k); emit("createCipher aes-256-cbc", k, c.update(p, "utf8", "hex") + c.final("hex"), p);
  c = crypto.createCipher("aes192", k); emit("createCipher aes192", k, c.update(p, "utf8", "base64") + c.final("base64"), p);
  emit("md5 key aes-128-ecb", k, enc("aes-128-ecb", crypto.createHash("md5").update(k).digest(), null, p, "base64"), p);
}
// Rails' MessageEncryptor, written with the same calls as ActiveSupport.
for (let i = 0; i < 3; i++) {
  const p = JSON.stringify(pick("plaintexts", i)), k = crypto.randomBytes(64).toString("hex");
  const d = crypto.pbkdf2Sync(k, "authenticated encrypted cookie", 1000, 32, "sha1"), n = crypto.randomBytes(12);
  const c = crypto.createCipheriv("aes-256-gcm", d, n), e = Buffer.concat([c.update(p, "utf8"), c.final()]);
  emit("rails cookie gcm", k, [e, n, c.getAuthTag()].map(b => b.toString("base64")).join("--"), p);
  const r = crypto.randomBytes(32), iv = crypto.randomBytes(16);
  const inner = Buffer.from(enc("aes-256-cbc", r, iv, p, "base64") + "--" + iv.toString("base64")).toString("base64");
  emit("rails cbc signed", r.toString("hex"), inner + "--" + crypto.createHmac("sha1", r).update(inner).digest("hex"), p);
}
// CryptoJS.
by = "CryptoJS 3.1.2 (Debian libjs-cryptojs)";
const dir = "/usr/share/javascript/cryptojs/", context = vm.createContext({});
const load = f => vm.runInContext(fs.readFileSync(dir + f, "utf8"), context);
for (const f of ["components/core.js", "components/x64-core.js", "components/enc-base64.js", "components/md5.js", "components/sha1.js", "components/sha256.js", "components/sha512.js", "components/hmac.js", "components/pbkdf2.js", "components/evpkdf.js", "components/cipher-core.js", "components/mode-cfb.js", "components/mode-ctr.js", "components/mode-ofb.js", "components/mode-ecb.js", "components/pad-zeropadding.js", "components/pad-nopadding.js", "components/pad-iso10126.js", "components/pad-iso97971.js", "components/pad-ansix923.js", "components/aes.js", "components/tripledes.js", "components/rc4.js"]) load(f);
const C = vm.runInContext("CryptoJS", context), U = C.enc.Utf8.parse;
for (let i = 0; i < 6; i++) {
  const p = pick("plaintexts", i * 2 + 1), k = pick("short", i), k16 = pick("text16", i), k32 = pick("text32", i);
  emit("AES passphrase", k, C.AES.encrypt(p, k).toString(), p);
  emit("AES ECB Utf8 key", k16, C.AES.encrypt(p, U(k16), { mode: C.mode.ECB, padding: C.pad.Pkcs7 }).toString(), p);
  emit("AES CBC Utf8 key, iv = key", k16, C.AES.encrypt(p, U(k16), { iv: U(k16), mode: C.mode.CBC }).toString(), p);
  emit("AES CBC Utf8 key, digits iv, hex", k32, C.AES.encrypt(p, U(k32), { iv: U("0123456789abcdef") }).ciphertext.toString(), p);
  emit("AES CTR Utf8 key, iv given", k16, C.AES.encrypt(p, U(k16), { iv: U("abcdef9876543210"), mode: C.mode.CTR, padding: C.pad.NoPadding }).toString(), p, { iv: "abcdef9876543210" });
  const salt = C.lib.WordArray.random(16), iv = C.lib.WordArray.random(16), d = C.PBKDF2(k, salt, { keySize: 8, iterations: 100 });
  emit("salt iv hex, base64, pbkdf2 100", k, salt.toString() + iv.toString() + C.AES.encrypt(p, d, { iv }).toString(), p);
  emit("AES md5 key ECB", k, C.AES.encrypt(p, C.MD5(k), { mode: C.mode.ECB }).toString(), p);
  emit("AES sha256 key, md5 iv", k, C.AES.encrypt(p, C.SHA256(k), { iv: C.MD5(k) }).toString(), p);
  const j = C.AES.encrypt(p, k);
  emit("JSON ct iv s", k, JSON.stringify({ ct: j.ciphertext.toString(C.enc.Base64), iv: j.iv.toString(), s: j.salt.toString() }), p);
  if (i < 3) {
    emit("AES CBC ZeroPadding", k16, C.AES.encrypt(p, U(k16), { iv: U(k16), padding: C.pad.ZeroPadding }).toString(), p);
    emit("AES CBC Iso10126", k16, C.AES.encrypt(p, U(k16), { iv: U(k16), padding: C.pad.Iso10126 }).toString(), p);
    emit("AES CBC Iso97971", k16, C.AES.encrypt(p, U(k16), { iv: U(k16), padding: C.pad.Iso97971 }).toString(), p);
    const k8 = pick("text8", i), k24 = pick("text24", i);
    emit("DES ECB", k8, C.DES.encrypt(p, U(k8), { mode: C.mode.ECB }).toString(), p);
    emit("DES CBC iv = key", k8, C.DES.encrypt(p, U(k8), { iv: U(k8) }).toString(), p);
    emit("TripleDES ECB", k24, C.TripleDES.encrypt(p, U(k24), { mode: C.mode.ECB }).toString(), p);
    emit("DES passphrase", k, C.DES.encrypt(p, k).toString(), p);
    emit("TripleDES passphrase", k, C.TripleDES.encrypt(p, k).toString(), p);
    emit("AES CFB", k16, C.AES.encrypt(p, U(k16), { iv: U(k16), mode: C.mode.CFB, padding: C.pad.NoPadding }).toString(), p);
    emit("AES OFB", k16, C.AES.encrypt(p, U(k16), { iv: U(k16), mode: C.mode.OFB, padding: C.pad.NoPadding }).toString(), p);
    emit("AES CFB padded", k16, C.AES.encrypt(p, U(k16), { iv: U("1234567890123456"), mode: C.mode.CFB }).toString(), p);
    emit("RC4", k16, C.RC4.encrypt(p, U(k16)).toString(), p);
  }
}
