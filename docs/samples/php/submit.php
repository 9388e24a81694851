<?php
// Submits a check and waits for its result: TOKEN=vk_... php submit.php lease-17
// The argument names the request in your records: sent again with it, it is the same request and is paid once.
define('BASE', getenv('BASE') ?: 'http://localhost:3000/api/v1');

/** Sends a request, and the same again when there is no answer, a defect or a request to wait. */
function call(string $method, string $path, array $headers = [], string $body = ''): array
{
    $headers = ['Authorization: Bearer ' . getenv('TOKEN'), 'Prefer: wait=10', ...$headers];
    $context = stream_context_create(['http' => [
        'method' => $method, 'header' => $headers, 'content' => $body, 'timeout' => 30, 'ignore_errors' => true,
    ]]);
    for ($attempt = 1; ; $attempt++) {
        $http_response_header = [];
        $text = @file_get_contents(BASE . $path, false, $context);
        $answer = $text === false ? null : json_decode($text, true);
        $later = preg_match('/ (429|5\d\d) /', ($http_response_header[0] ?? '') . ' ');
        if (is_array($answer) && (!$later || ($answer['status'] ?? '') === 'provider_unavailable')) {
            return $answer;
        }
        if ($attempt === 5) {
            throw new RuntimeException($answer['message'] ?? 'The service does not answer');
        }
        $waits = preg_filter('/^Retry-After: *(\d+)$/i', '$1', $http_response_header);
        sleep((int) (end($waits) ?: 2));
    }
}

$answer = call('POST', '/verifications', ['Content-Type: application/json', "Idempotency-Key: $argv[1]"], json_encode([
    'service_code' => 'said_verification',
    'subject' => '0001010000071',
    'purpose' => 'Tenant screening, lease 17',
    'authority_confirmed' => true,
    'charge_approved' => true,
]));
while ($answer['status'] === 'pending') {
    $answer = call('GET', "/verifications/$answer[request_id]");
}
if (isset($answer['correlation_id'])) {
    fwrite(STDERR, json_encode($answer) . "\n");
    exit(1);
}
echo "$answer[request_id] $answer[status] ", $answer['result']['outcome'] ?? '', "\n";
