package main

import (
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// serveStore is an S3 server of other people than the embedded one's, in memory.
func serveStore(bucket string) error {
	backend := s3mem.New()
	if err := backend.CreateBucket(bucket); err != nil {
		return err
	}
	return serve(gofakes3.New(backend).Server(), map[string]string{})
}
