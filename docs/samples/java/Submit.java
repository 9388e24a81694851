// Submits a check and waits for its result: TOKEN=vk_... java Submit.java lease-17
// The argument names the request in your records: sent again with it, it is the same request and is paid once.
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Submit {
    static final String BASE = System.getenv().getOrDefault("BASE", "http://localhost:3000/api/v1");
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(BASE + path)).timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + System.getenv("TOKEN")).header("Prefer", "wait=10");
    }

    /** Sends a request, and the same again when there is no answer, a defect or a request to wait. */
    static String call(HttpRequest request) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            long seconds = 2;
            try {
                HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
                String answer = response.body();
                String status = member(answer, "status");
                boolean later = response.statusCode() == 429 || response.statusCode() >= 500 || status.isEmpty();
                if (!later || status.equals("provider_unavailable") || attempt == 5) return answer;
                // A gateway may give a date instead.
                seconds = response.headers().firstValue("Retry-After").filter(given -> given.matches("[0-9]{1,9}"))
                        .map(Long::valueOf).orElse(seconds);
            } catch (IOException failure) {
                if (attempt == 5) throw failure;
            }
            Thread.sleep(seconds * 1000);
        }
    }

    /** A text of the answer. Java has no JSON of its own: use your library here. */
    static String member(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\\s*\"([^\"]*)\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    public static void main(String[] args) throws Exception {
        String answer = call(request("/verifications").header("Content-Type", "application/json")
                .header("Idempotency-Key", args[0]).POST(HttpRequest.BodyPublishers.ofString("""
                        {"service_code":"said_verification","subject":"0001010000071",
                         "purpose":"Tenant screening, lease 17","authority_confirmed":true,"charge_approved":true}
                        """)).build());
        String id = member(answer, "request_id");
        while (member(answer, "status").equals("pending")) answer = call(request("/verifications/" + id).build());
        boolean ours = !member(answer, "request_id").isEmpty();
        if (!ours || !member(answer, "correlation_id").isEmpty()) throw new IllegalStateException(answer);
        System.out.println(id + " " + member(answer, "status") + " " + member(answer, "outcome"));
    }
}
