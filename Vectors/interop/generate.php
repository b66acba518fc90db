<?php
// Cases by PHP's openssl extension. Prints JSON lines; see SOURCE.md.
$I = json_decode(file_get_contents("inputs.json"), true);
$by = "PHP " . PHP_VERSION . ", " . OPENSSL_VERSION_TEXT;
function pick($kind, $n) { global $I; return $I[$kind][$n % count($I[$kind])]; }
function emit($name, $key, $data, $plain, $more = []) {
    global $by;
    echo json_encode(["name" => $name, "by" => $by, "key" => $key, "data" => $data, "plaintext" => $plain] + $more,
        JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
}
for ($i = 0; $i < 6; $i++) {
    $p = pick("plaintexts", $i * 3 + 1); $k = pick("short", $i); $iv = random_bytes(16);
    emit("aes-256-cbc short key, iv-first", $k, base64_encode($iv . openssl_encrypt($p, "aes-256-cbc", $k, OPENSSL_RAW_DATA, $iv)), $p);
    emit("aes-128-ecb short key", $k, openssl_encrypt($p, "aes-128-ecb", $k), $p);
    emit("aes-256-cbc md5 hex, iv md5 part", $k, openssl_encrypt($p, "aes-256-cbc", md5($k), 0, substr(md5($k), 0, 16)), $p);
    emit("aes-256-cbc sha256 hex key, iv sha256 hex", $k,
        base64_encode(openssl_encrypt($p, "aes-256-cbc", hash("sha256", $k), 0, substr(hash("sha256", $k), 0, 16))), $p);
    emit("aes-256-cbc base64 :: iv", $k, base64_encode(openssl_encrypt($p, "aes-256-cbc", $k, 0, $iv) . "::" . $iv), $p);
    $raw = openssl_encrypt($p, "aes-128-cbc", $k, OPENSSL_RAW_DATA, $iv);
    emit("manual: iv hmac ct", $k, base64_encode($iv . hash_hmac("sha256", $raw, $k, true) . $raw), $p);
    $zeros = $p . str_repeat("\0", (16 - strlen($p) % 16) % 16);
    emit("mcrypt-like zero padding", pick("text16", $i), base64_encode(openssl_encrypt($zeros, "aes-128-cbc", pick("text16", $i), OPENSSL_RAW_DATA | OPENSSL_ZERO_PADDING, pick("text16", $i))), $p);
    $k = pick("text32", $i);
    emit("aes-256-cbc iv:ct hex", $k, bin2hex($iv) . ":" . openssl_encrypt($p, "aes-256-cbc", $k, 0, $iv), $p);
    emit("aes-256-ctr iv-first", $k, base64_encode($iv . openssl_encrypt($p, "aes-256-ctr", $k, OPENSSL_RAW_DATA, $iv)), $p);
    $tag = ""; $n = random_bytes(12);
    $raw = openssl_encrypt($p, "aes-256-gcm", $k, OPENSSL_RAW_DATA, $n, $tag);
    emit("aes-256-gcm nonce tag ct", $k, base64_encode($n . $tag . $raw), $p);
    // Laravel's payload.
    $key = random_bytes(32); $value = openssl_encrypt(serialize($p), "aes-256-cbc", $key, 0, $iv); $b = base64_encode($iv);
    emit("laravel cbc", "base64:" . base64_encode($key), base64_encode(json_encode(["iv" => $b, "value" => $value,
        "mac" => hash_hmac("sha256", $b . $value, $key), "tag" => ""], JSON_UNESCAPED_SLASHES)), serialize($p));
    $n = random_bytes(12); $tag = "";
    $value = openssl_encrypt($p, "aes-256-gcm", $key, 0, $n, $tag);
    emit("laravel gcm", "base64:" . base64_encode($key), base64_encode(json_encode(["iv" => base64_encode($n), "value" => $value,
        "mac" => "", "tag" => base64_encode($tag)], JSON_UNESCAPED_SLASHES)), $p);
}
for ($i = 0; $i < 3; $i++) {
    $p = pick("plaintexts", $i * 5 + 2);
    $k = pick("text16", $i);
    emit("sm4-ecb", $k, openssl_encrypt($p, "sm4-ecb", $k), $p);
    emit("sm4-cbc iv=key", $k, openssl_encrypt($p, "sm4-cbc", $k, 0, $k), $p);
    emit("camellia-128-cbc zero iv", $k, openssl_encrypt($p, "camellia-128-cbc", $k, 0, str_repeat("\0", 16)), $p);
    $k = pick("text24", $i);
    emit("des-ede3-cbc iv first 8", $k, openssl_encrypt($p, "des-ede3-cbc", $k, 0, substr($k, 0, 8)), $p);
    emit("des-ede3-ecb hex", $k, bin2hex(openssl_encrypt($p, "des-ede3-ecb", $k, OPENSSL_RAW_DATA)), $p);
    $k = pick("short", $i + 2); $iv = random_bytes(16);
    emit("aes-256-cfb sha256 iv-first", $k, base64_encode($iv . openssl_encrypt($p, "aes-256-cfb", hash("sha256", $k, true), OPENSSL_RAW_DATA, $iv)), $p);
    emit("aes-256-ofb sha256 iv-first", $k, base64_encode($iv . openssl_encrypt($p, "aes-256-ofb", hash("sha256", $k, true), OPENSSL_RAW_DATA, $iv)), $p);
    emit("pbkdf2 sha256 1000 salt given", $k, openssl_encrypt($p, "aes-256-cbc", hash_pbkdf2("sha256", $k, "pepper", 1000, 32, true), 0, str_repeat("\0", 16)), $p, ["salt" => "pepper"]);
}
