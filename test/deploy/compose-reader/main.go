// Prints docker-compose.yml as Docker Compose itself reads it: merged, interpolated and made whole.
// Usage: compose-reader FILE PROFILE,PROFILE NAME=VALUE…
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(
		[]string{os.Args[1]},
		cli.WithName("ringdown"),
		cli.WithProfiles(strings.FieldsFunc(os.Args[2], func(r rune) bool { return r == ',' })),
		cli.WithEnv(os.Args[3:]),
		cli.WithResolvedPaths(false),
	)
	if err != nil {
		fail(err)
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		fail(err)
	}
	text, err := project.MarshalJSON()
	if err != nil {
		fail(err)
	}
	fmt.Println(string(text))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
