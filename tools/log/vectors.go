// Prints the digest that test/shared/log/merkle.test.ts expects: roots and proofs by the reference implementation.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run tools/log/vectors.go
//
// Needs the Debian packages golang-go and golang-golang-x-mod-dev.
package main

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"log"

	"golang.org/x/mod/sumdb/tlog"
)

const large = 66000

var stored []tlog.Hash

func read(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for place, index := range indexes {
		hashes[place] = stored[index]
	}
	return hashes, nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func add(digest hash.Hash, size, step int64) {
	root, err := tlog.TreeHash(size, tlog.HashReaderFunc(read))
	check(err)
	digest.Write(root[:])
	for at := int64(0); at < size; at += step {
		inclusion, err := tlog.ProveRecord(size, at, tlog.HashReaderFunc(read))
		check(err)
		for _, part := range inclusion {
			digest.Write(part[:])
		}
		if at == 0 {
			continue
		}
		consistency, err := tlog.ProveTree(size, at, tlog.HashReaderFunc(read))
		check(err)
		for _, part := range consistency {
			digest.Write(part[:])
		}
	}
}

func main() {
	for index := int64(0); index < large; index++ {
		entry := sha256.Sum256([]byte(fmt.Sprint(index)))
		hashes, err := tlog.StoredHashes(index, entry[:], tlog.HashReaderFunc(read))
		check(err)
		stored = append(stored, hashes...)
	}
	digest := sha256.New()
	for size := int64(1); size <= 130; size++ {
		add(digest, size, 11)
	}
	for _, size := range []int64{256, 257, 65535, 65536, 65537, large} {
		add(digest, size, 4999)
	}
	fmt.Printf("%x\n", digest.Sum(nil))
}
