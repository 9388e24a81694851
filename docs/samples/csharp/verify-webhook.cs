using System.Security.Cryptography;
using System.Text;

// To try it, with .NET 10:
// WEBHOOK_SECRET=whsec_... WEBHOOK_ID=evt_... WEBHOOK_TIMESTAMP=... WEBHOOK_SIGNATURE='v1,...' dotnet run verify-webhook.cs < body
using var body = new MemoryStream();
await Console.OpenStandardInput().CopyToAsync(body);
var names = new[] { "ID", "TIMESTAMP", "SIGNATURE" };
var headers = names.ToDictionary(name => $"webhook-{name.ToLowerInvariant()}", name => Env($"WEBHOOK_{name}"));
var now = long.TryParse(Env("NOW"), out var given) ? given : DateTimeOffset.UtcNow.ToUnixTimeSeconds();
var verdict = VerifyWebhook(Env("WEBHOOK_SECRET"), headers, body.ToArray(), now);
Console.WriteLine(verdict);
return verdict == "valid" ? 0 : 1;

static string Env(string name) => Environment.GetEnvironmentVariable(name) ?? "";

// `headers` by names in lower case, `rawBody` as it arrived, before any parser. Returns `valid` or what is wrong.
static string VerifyWebhook(string secret, IReadOnlyDictionary<string, string> headers, byte[] rawBody, long now)
{
    var id = headers.GetValueOrDefault("webhook-id", "");
    var timestamp = headers.GetValueOrDefault("webhook-timestamp", "");
    var signatures = headers.GetValueOrDefault("webhook-signature", "");
    if (id == "" || timestamp == "" || signatures == "") return "missing_header";
    var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret["whsec_".Length..] : secret);
    byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. rawBody];
    var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed)));
    // Separated by spaces: there are two while a secret is rotated.
    var fits = signatures.Split(' ')
        .Any(one => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(one), expected));
    if (!fits) return "signature_mismatch";
    var inTime = long.TryParse(timestamp, out var sent) && Math.Abs(now - sent) <= 300;
    return inTime ? "valid" : "timestamp_out_of_tolerance";
}
