// The people of the bench of voice: each is in a call of their own, speaks and hears. They share a machine with the
// platform that is measured, so they cost little: what they say is encoded once, before they talk.
//
// The plan is one JSON value on stdin. Two lines of JSON come on stdout: one when everybody was greeted, and the result.
// The people stay until stdin ends, so that the caller may read what this process has used.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/livekit/protocol/logger"
	lksdk "github.com/livekit/server-sdk-go/v2"
)

// Each packet is garbage after a moment; collecting it seldom costs some megabytes instead of processor time.
const garbagePercent = 800

func main() {
	debug.SetGCPercent(garbagePercent)
	lksdk.SetLogger(logger.GetDiscardLogger())
	if err := talk(os.Stdin, os.Stdout); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func talk(stdin io.Reader, stdout io.Writer) error {
	var plan plan
	if err := json.NewDecoder(stdin).Decode(&plan); err != nil {
		return fmt.Errorf("the plan is not readable: %w", err)
	}
	said, err := encodeSaid(plan)
	if err != nil {
		return fmt.Errorf("what people say could not be encoded: %w", err)
	}
	crowd, err := gather(plan, said)
	if err != nil {
		return err
	}
	defer crowd.leave()
	told := json.NewEncoder(stdout)
	if err := told.Encode(map[string]string{"kind": "talking"}); err != nil {
		return err
	}
	if err := told.Encode(crowd.hold()); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, stdin)
	return err
}
