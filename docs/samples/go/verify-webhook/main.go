package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// verifyWebhook takes the body as it arrived, before any parser. It returns "valid" or what is wrong.
func verifyWebhook(secret string, headers http.Header, rawBody []byte, now int64) string {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	signatures := headers.Get("webhook-signature")
	if id == "" || timestamp == "" || signatures == "" {
		return "missing_header"
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return "signature_mismatch"
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(rawBody)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	fits := false
	// Separated by spaces: there are two while a secret is rotated.
	for _, given := range strings.Split(signatures, " ") {
		fits = fits || hmac.Equal([]byte(given), expected)
	}
	if !fits {
		return "signature_mismatch"
	}
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if age := now - sent; err != nil || age > 300 || age < -300 {
		return "timestamp_out_of_tolerance"
	}
	return "valid"
}

// To try it:
// WEBHOOK_SECRET=whsec_... WEBHOOK_ID=evt_... WEBHOOK_TIMESTAMP=... WEBHOOK_SIGNATURE='v1,...' go run main.go < body
func main() {
	headers := http.Header{}
	for _, name := range []string{"ID", "TIMESTAMP", "SIGNATURE"} {
		headers.Set("webhook-"+name, os.Getenv("WEBHOOK_"+name))
	}
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	now, err := strconv.ParseInt(os.Getenv("NOW"), 10, 64)
	if err != nil {
		now = time.Now().Unix()
	}
	verdict := verifyWebhook(os.Getenv("WEBHOOK_SECRET"), headers, body, now)
	fmt.Println(verdict)
	if verdict != "valid" {
		os.Exit(1)
	}
}
