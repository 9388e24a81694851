import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class VerifyWebhook {
    /** `headers` by names in lower case, `rawBody` as it arrived, before any parser. Returns `valid` or what is wrong. */
    static String verify(String secret, Map<String, String> headers, byte[] rawBody, long now)
            throws GeneralSecurityException {
        String id = headers.getOrDefault("webhook-id", "");
        String timestamp = headers.getOrDefault("webhook-timestamp", "");
        String signatures = headers.getOrDefault("webhook-signature", "");
        if (id.isEmpty() || timestamp.isEmpty() || signatures.isEmpty()) return "missing_header";
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(rawBody))).getBytes();
        // Separated by spaces: there are two while a secret is rotated.
        boolean fits = Arrays.stream(signatures.split(" "))
                .anyMatch(given -> MessageDigest.isEqual(given.getBytes(), expected));
        if (!fits) return "signature_mismatch";
        boolean inTime = timestamp.matches("[0-9]{1,15}") && Math.abs(now - Long.parseLong(timestamp)) <= 300;
        return inTime ? "valid" : "timestamp_out_of_tolerance";
    }

    // To try it:
    // WEBHOOK_SECRET=whsec_... WEBHOOK_ID=evt_... WEBHOOK_TIMESTAMP=... WEBHOOK_SIGNATURE='v1,...' java VerifyWebhook.java < body
    public static void main(String[] args) throws GeneralSecurityException, IOException {
        Map<String, String> env = System.getenv();
        Map<String, String> headers = new HashMap<>();
        for (String name : new String[] {"ID", "TIMESTAMP", "SIGNATURE"}) {
            headers.put("webhook-" + name.toLowerCase(), env.getOrDefault("WEBHOOK_" + name, ""));
        }
        long now = env.containsKey("NOW") ? Long.parseLong(env.get("NOW")) : Instant.now().getEpochSecond();
        String verdict = verify(env.get("WEBHOOK_SECRET"), headers, System.in.readAllBytes(), now);
        System.out.println(verdict);
        System.exit(verdict.equals("valid") ? 0 : 1);
    }
}
