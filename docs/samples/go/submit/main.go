// Submits a check and waits for its result: TOKEN=vk_... go run main.go lease-17
// The argument names the request in your records: sent again with it, it is the same request and is paid once.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

type answer struct {
	RequestID     string `json:"request_id"`
	Status        string `json:"status"`
	CorrelationID string `json:"correlation_id"`
	Result        struct {
		Outcome string `json:"outcome"`
	} `json:"result"`
	text []byte
}

var client = http.Client{Timeout: 30 * time.Second}

// call sends a request, and the same again when there is no answer, a defect or a request to wait.
func call(method, path, body string, headers map[string]string) (answer, error) {
	for attempt := 1; ; attempt++ {
		got, wait, err := send(method, path, body, headers)
		if err == nil || attempt == 5 {
			return got, err
		}
		time.Sleep(wait)
	}
}

func send(method, path, body string, headers map[string]string) (got answer, wait time.Duration, err error) {
	wait = 2 * time.Second
	base := os.Getenv("BASE")
	if base == "" {
		base = "http://localhost:3000/api/v1"
	}
	request, err := http.NewRequest(method, base+path, strings.NewReader(body))
	if err != nil {
		return got, wait, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
	request.Header.Set("Prefer", "wait=10")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		return got, wait, err
	}
	defer response.Body.Close()
	if got.text, err = io.ReadAll(response.Body); err == nil {
		err = json.Unmarshal(got.text, &got)
	}
	if err != nil {
		return got, wait, err
	}
	later := response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= 500
	if later && got.Status != "provider_unavailable" {
		if seconds, failure := strconv.Atoi(response.Header.Get("Retry-After")); failure == nil {
			wait = time.Duration(seconds) * time.Second
		}
		err = errors.New(string(got.text))
	}
	return got, wait, err
}

func main() {
	body := `{"service_code":"said_verification","subject":"0001010000071",
		"purpose":"Tenant screening, lease 17","authority_confirmed":true,"charge_approved":true}`
	headers := map[string]string{"Content-Type": "application/json", "Idempotency-Key": os.Args[1]}
	got, err := call("POST", "/verifications", body, headers)
	for err == nil && got.Status == "pending" {
		got, err = call("GET", "/verifications/"+got.RequestID, "", nil)
	}
	if err != nil {
		log.Fatal(err)
	}
	if got.CorrelationID != "" {
		log.Fatal(string(got.text))
	}
	fmt.Println(got.RequestID, got.Status, got.Result.Outcome)
}
