// Submits a check and waits for its result, with .NET 10: TOKEN=vk_... dotnet run submit.cs lease-17
// The argument names the request in your records: sent again with it, it is the same request and is paid once.
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

var baseUrl = Environment.GetEnvironmentVariable("BASE") ?? "http://localhost:3000/api/v1";
using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("TOKEN"));
client.DefaultRequestHeaders.Add("Prefer", "wait=10");

// Sends a request, and the same again when there is no answer, a defect or a request to wait.
async Task<JsonNode> Call(Func<HttpRequestMessage> make)
{
    for (var attempt = 1; ; attempt++)
    {
        var wait = TimeSpan.FromSeconds(2);
        try
        {
            using var request = make();
            using var response = await client.SendAsync(request);
            var got = JsonNode.Parse(await response.Content.ReadAsStringAsync())!;
            var later = response.StatusCode is HttpStatusCode.TooManyRequests or >= HttpStatusCode.InternalServerError
                && got["status"]?.ToString() != "provider_unavailable";
            if (!later || attempt == 5) return got;
            wait = response.Headers.RetryAfter?.Delta ?? wait;
        }
        catch (Exception failure)
            when (attempt < 5 && failure is HttpRequestException or TaskCanceledException or JsonException)
        {
            // No answer: the same again.
        }
        await Task.Delay(wait);
    }
}

const string body = """
    {"service_code":"said_verification","subject":"0001010000071","purpose":"Tenant screening, lease 17",
     "authority_confirmed":true,"charge_approved":true}
    """;
var answer = await Call(() =>
{
    var request = new HttpRequestMessage(HttpMethod.Post, $"{baseUrl}/verifications");
    request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    request.Headers.Add("Idempotency-Key", args[0]);
    return request;
});
while (answer["status"]?.ToString() == "pending")
{
    var id = (string?)answer["request_id"];
    answer = await Call(() => new HttpRequestMessage(HttpMethod.Get, $"{baseUrl}/verifications/{id}"));
}
if (answer["correlation_id"] is not null || answer["request_id"] is null)
{
    throw new InvalidOperationException(answer.ToJsonString());
}
Console.WriteLine($"{answer["request_id"]} {answer["status"]} {answer["result"]?["outcome"]}");
