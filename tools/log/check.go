// Judges proofs by the reference implementation, for test/shared/log/independent-checks.test.ts. One a line on standard
// input, fields with spaces in between, hashes in base64, and of a proof with commas in between:
//
//	record <size> <root> <index> <leaf hash> <proof>
//	tree <size> <root> <old size> <old root> <proof>
//	note <the key of the log> <the checkpoint in base64>
//
// For each line it prints what it found: ok or no.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run tools/log/check.go
//
// Needs the Debian packages golang-go and golang-golang-x-mod-dev.
package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func number(text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return value
}

func hash(text string) tlog.Hash {
	value, err := tlog.ParseHash(text)
	if err != nil {
		panic(err)
	}
	return value
}

func hashes(text string) []tlog.Hash {
	var all []tlog.Hash
	for _, part := range strings.Split(text, ",") {
		if part != "-" {
			all = append(all, hash(part))
		}
	}
	return all
}

func checkNote(key, text string) error {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	message, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return err
	}
	_, err = note.Open(message, note.VerifierList(verifier))
	return err
}

func check(fields []string) error {
	switch fields[0] {
	case "record":
		return tlog.CheckRecord(hashes(fields[5]), number(fields[1]), hash(fields[2]), number(fields[3]), hash(fields[4]))
	case "tree":
		return tlog.CheckTree(hashes(fields[5]), number(fields[1]), hash(fields[2]), number(fields[3]), hash(fields[4]))
	default:
		return checkNote(fields[1], fields[2])
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if check(strings.Fields(lines.Text())) == nil {
			fmt.Println("ok")
		} else {
			fmt.Println("no")
		}
	}
}
