// Command record-reader reads a record as others do who have never seen the program that writes it: with the Go project's own
// packages for transparency logs. It is also a second object store and a witness for tests.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		fail(fmt.Errorf("name one of check, witness, store"))
	}
	switch os.Args[1] {
	case "check":
		var job checkJob
		fail(json.NewDecoder(os.Stdin).Decode(&job))
		found, err := check(job)
		fail(err)
		fail(json.NewEncoder(os.Stdout).Encode(found))
	case "witness":
		fail(serveWitness(os.Args[2], os.Args[3:]))
	case "store":
		fail(serveStore(os.Args[2]))
	default:
		fail(fmt.Errorf("%s is none of check, witness, store", os.Args[1]))
	}
}

func fail(err error) {
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// serve listens on a free port, says where in a line of JSON, and ends with its standard input.
func serve(handler http.Handler, about map[string]string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	about["url"] = "http://" + listener.Addr().String()
	if err := json.NewEncoder(os.Stdout).Encode(about); err != nil {
		return err
	}
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}()
	return http.Serve(listener, handler)
}
