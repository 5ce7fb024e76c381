// Command dex runs Dex's own server with its store in memory, for one client and one directory whose people this program is told of.
//
// It reads one JSON object a line and answers each by a line: "ready", "signed" or "rotated".
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/dexidp/dex/connector"
	"github.com/dexidp/dex/connector/mock"
	"github.com/dexidp/dex/pkg/log"
	"github.com/dexidp/dex/server"
	"github.com/dexidp/dex/storage"
	"github.com/dexidp/dex/storage/memory"
	"github.com/dexidp/dex/web"
	"github.com/sirupsen/logrus"
)

// person is who signs in at the directory from now on.
type person struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	Email         string   `json:"email"`
	EmailVerified bool     `json:"email_verified"`
	Groups        []string `json:"groups"`
}

// order is a line of what this program is told.
type order struct {
	Client *struct {
		ID          string `json:"id"`
		Secret      string `json:"secret"`
		RedirectURI string `json:"redirect_uri"`
	} `json:"client"`
	Person *person `json:"person"`
	Rotate bool    `json:"rotate"`
}

// directory is a connector of Dex: everybody who comes is the person of the moment.
type directory struct{ current *atomic.Pointer[person] }

func (d directory) Open(_ string, logger log.Logger) (connector.Connector, error) {
	return &signer{Callback: mock.Callback{Logger: logger}, current: d.current}, nil
}

type signer struct {
	mock.Callback
	current *atomic.Pointer[person]
}

func (s *signer) HandleCallback(connector.Scopes, *http.Request) (connector.Identity, error) {
	who := s.current.Load()
	return connector.Identity{
		UserID: who.ID, Username: who.Name, Email: who.Email, EmailVerified: who.EmailVerified, Groups: who.Groups,
	}, nil
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	issuer := "http://" + listener.Addr().String() + "/dex"
	logger := &logrus.Logger{Out: os.Stderr, Formatter: &logrus.TextFormatter{}, Level: logrus.ErrorLevel}

	var current atomic.Pointer[person]
	current.Store(&person{})
	server.ConnectorsConfig["directory"] = func() server.ConnectorConfig { return directory{&current} }
	store := memory.New(logger)
	if err := store.CreateConnector(storage.Connector{ID: "directory", Type: "directory", Name: "Directory"}); err != nil {
		return err
	}

	var handler atomic.Pointer[server.Server]
	// A new server rotates the keys at once where they are due, and keeps the former ones as Dex does.
	open := func() error {
		dex, err := server.NewServer(context.Background(), server.Config{
			Issuer: issuer, Storage: store, SkipApprovalScreen: true, Logger: logger, Web: server.WebConfig{WebFS: web.FS()},
		})
		if err == nil {
			handler.Store(dex)
		}
		return err
	}
	if err := open(); err != nil {
		return err
	}
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.Load().ServeHTTP(w, r) }))

	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var told order
		if err := json.Unmarshal(lines.Bytes(), &told); err != nil {
			return err
		}
		switch {
		case told.Client != nil:
			client := storage.Client{
				ID: told.Client.ID, Secret: told.Client.Secret, RedirectURIs: []string{told.Client.RedirectURI}, Name: "Ringdown",
			}
			if err := store.CreateClient(client); err != nil {
				return err
			}
			fmt.Fprintln(out, "ready", issuer)
		case told.Person != nil:
			current.Store(told.Person)
			fmt.Fprintln(out, "signed")
		case told.Rotate:
			due := func(keys storage.Keys) (storage.Keys, error) {
				keys.NextRotation = time.Now().Add(-time.Minute)
				return keys, nil
			}
			if err := store.UpdateKeys(due); err != nil {
				return err
			}
			if err := open(); err != nil {
				return err
			}
			fmt.Fprintln(out, "rotated")
		}
	}
	return lines.Err()
}
