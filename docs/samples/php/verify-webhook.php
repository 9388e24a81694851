<?php
/** `$headers` by names in lower case, `$rawBody` from php://input, not $_POST. Returns `valid` or what is wrong. */
function verifyWebhook(string $secret, array $headers, string $rawBody, ?int $now = null): string
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = $headers['webhook-signature'] ?? '';
    if ($id === '' || $timestamp === '' || $signatures === '') {
        return 'missing_header';
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    // Separated by spaces: there are two while a secret is rotated.
    $fitting = array_filter(explode(' ', $signatures), fn (string $given) => hash_equals($expected, $given));
    if ($fitting === []) {
        return 'signature_mismatch';
    }
    $inTime = preg_match('/^\d{1,15}$/D', $timestamp) && abs(($now ?? time()) - (int) $timestamp) <= 300;
    return $inTime ? 'valid' : 'timestamp_out_of_tolerance';
}

// To try it: WEBHOOK_SECRET=whsec_... WEBHOOK_ID=evt_... WEBHOOK_TIMESTAMP=... WEBHOOK_SIGNATURE='v1,...' php verify-webhook.php < body
$headers = [
    'webhook-id' => getenv('WEBHOOK_ID') ?: '',
    'webhook-timestamp' => getenv('WEBHOOK_TIMESTAMP') ?: '',
    'webhook-signature' => getenv('WEBHOOK_SIGNATURE') ?: '',
];
$now = getenv('NOW') === false ? null : (int) getenv('NOW');
$verdict = verifyWebhook(getenv('WEBHOOK_SECRET'), $headers, file_get_contents('php://stdin'), $now);
echo "$verdict\n";
exit($verdict === 'valid' ? 0 : 1);
