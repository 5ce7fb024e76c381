package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// witness cosigns checkpoints of logs that it knows, by the text of c2sp.org/tlog-witness.
type witness struct {
	mutex  sync.Mutex
	keys   map[string][]note.Verifier
	latest map[string]tlog.Tree
	signer *torchwood.CosignatureSigner
}

// serveWitness knows the logs of these verifier keys.
func serveWitness(name string, logs []string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	signer, err := torchwood.NewCosignatureSigner(name, private)
	if err != nil {
		return err
	}
	w := &witness{keys: map[string][]note.Verifier{}, latest: map[string]tlog.Tree{}, signer: signer}
	for _, key := range logs {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			return err
		}
		w.keys[verifier.Name()] = append(w.keys[verifier.Name()], verifier)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /add-checkpoint", w.addCheckpoint)
	return serve(mux, map[string]string{"key": signer.Verifier().String()})
}

func (w *witness) addCheckpoint(answer http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(io.LimitReader(request.Body, 1<<16))
	if err != nil {
		http.Error(answer, err.Error(), http.StatusBadRequest)
		return
	}
	old, proof, text, err := readRequest(string(body))
	if err != nil {
		http.Error(answer, err.Error(), http.StatusBadRequest)
		return
	}
	origin, _, _ := strings.Cut(text, "\n")
	known := w.keys[origin]
	if known == nil {
		http.Error(answer, "unknown log "+origin, http.StatusNotFound)
		return
	}
	opened, err := note.Open([]byte(text), note.VerifierList(known...))
	if err != nil {
		http.Error(answer, err.Error(), http.StatusForbidden)
		return
	}
	point, err := torchwood.ParseCheckpoint(opened.Text)
	if err != nil || old > point.N {
		http.Error(answer, "no checkpoint of at least the old size", http.StatusBadRequest)
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	latest := w.latest[origin]
	if latest.N != old {
		answer.Header().Set("Content-Type", "text/x.tlog.size")
		answer.WriteHeader(http.StatusConflict)
		fmt.Fprintf(answer, "%d\n", latest.N)
		return
	}
	if old == point.N && old > 0 && point.Hash != latest.Hash {
		http.Error(answer, "another root at the same size", http.StatusConflict)
		return
	}
	if old == 0 && len(proof) > 0 {
		http.Error(answer, "a proof from nothing", http.StatusUnprocessableEntity)
		return
	}
	if old > 0 {
		if err := tlog.CheckTree(proof, point.N, point.Hash, old, latest.Hash); err != nil {
			http.Error(answer, err.Error(), http.StatusUnprocessableEntity)
			return
		}
	}
	signed, err := note.Sign(&note.Note{Text: opened.Text}, w.signer)
	if err != nil {
		http.Error(answer, err.Error(), http.StatusInternalServerError)
		return
	}
	w.latest[origin] = point.Tree
	_, _ = answer.Write(signed[len(opened.Text)+1:])
}

func readRequest(body string) (old int64, proof tlog.TreeProof, text string, err error) {
	head, text, found := strings.Cut(body, "\n\n")
	if !found {
		return 0, nil, "", fmt.Errorf("no empty line")
	}
	lines := strings.Split(head, "\n")
	size, isOld := strings.CutPrefix(lines[0], "old ")
	old, err = strconv.ParseInt(size, 10, 64)
	if !isOld || err != nil || old < 0 || strconv.FormatInt(old, 10) != size {
		return 0, nil, "", fmt.Errorf("no old size")
	}
	if len(lines) > 64 {
		return 0, nil, "", fmt.Errorf("more than 63 lines of proof")
	}
	for _, line := range lines[1:] {
		bytes, err := base64.StdEncoding.Strict().DecodeString(line)
		if err != nil || len(bytes) != tlog.HashSize {
			return 0, nil, "", fmt.Errorf("a line of proof is no hash")
		}
		proof = append(proof, tlog.Hash(bytes))
	}
	return old, proof, text, nil
}
