package main

import (
	"fmt"
	"os"
	"path/filepath"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type checkJob struct {
	// Folder has the files of the log: checkpoint, tile/….
	Folder string `json:"folder"`
	// Verifiers are the keys of the log, Cosigners those of witnesses.
	Verifiers []string `json:"verifiers"`
	Cosigners []string `json:"cosigners"`
	// Earlier are notes that were signed before the checkpoint.
	Earlier []string `json:"earlier"`
	// Inclusion and Consistency are proofs that the log gave.
	Inclusion []struct {
		Index int64       `json:"index"`
		Line  string      `json:"line"`
		Proof []tlog.Hash `json:"proof"`
	} `json:"inclusion"`
	Consistency []struct {
		From  int64       `json:"from"`
		Proof []tlog.Hash `json:"proof"`
	} `json:"consistency"`
}

type checked struct {
	Origin    string   `json:"origin"`
	Size      int64    `json:"size"`
	Signers   []string `json:"signers"`
	Strangers int      `json:"strangers"`
	Times     []int64  `json:"times"`
	Entries   int64    `json:"entries"`
	Proven    int      `json:"proven"`
	Continued int      `json:"continued"`
	OwnProofs int      `json:"ownProofs"`
}

func check(job checkJob) (*checked, error) {
	keys, err := verifiers(job)
	if err != nil {
		return nil, err
	}
	bytes, err := os.ReadFile(filepath.Join(job.Folder, "checkpoint"))
	if err != nil {
		return nil, err
	}
	opened, point, err := open(string(bytes), keys)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	found := &checked{Origin: point.Origin, Size: point.N, Strangers: len(opened.UnverifiedSigs), Times: []int64{}}
	for _, signature := range opened.Sigs {
		found.Signers = append(found.Signers, fmt.Sprintf("%s+%08x", signature.Name, signature.Hash))
		if signature.Name == point.Origin {
			continue
		}
		at, err := torchwood.CosignatureTimestamp(signature)
		if err != nil {
			return nil, err
		}
		found.Times = append(found.Times, at)
	}
	hashes := tlog.TileHashReader(point.Tree, folder(job.Folder))
	if err := checkEntries(job, point.Tree, hashes, found); err != nil {
		return nil, err
	}
	if err := checkEarlier(job, point.Tree, hashes, keys, found); err != nil {
		return nil, err
	}
	return found, checkOwnProofs(job, point.Tree, found)
}

func verifiers(job checkJob) (note.Verifiers, error) {
	var list []note.Verifier
	for _, key := range job.Verifiers {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			return nil, err
		}
		list = append(list, verifier)
	}
	for _, key := range job.Cosigners {
		verifier, err := torchwood.NewCosignatureVerifier(key)
		if err != nil {
			return nil, err
		}
		list = append(list, verifier)
	}
	return note.VerifierList(list...), nil
}

func open(text string, keys note.Verifiers) (*note.Note, torchwood.Checkpoint, error) {
	opened, err := note.Open([]byte(text), keys)
	if err != nil {
		return nil, torchwood.Checkpoint{}, err
	}
	point, err := torchwood.ParseCheckpoint(opened.Text)
	return opened, point, err
}

// folder reads tiles from files that stand as tlog-tiles names them.
type folder string

func (f folder) Height() int { return torchwood.TileHeight }

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range tiles {
		bytes, err := os.ReadFile(filepath.Join(string(f), torchwood.TilePath(tile)))
		if err != nil {
			return nil, err
		}
		data = append(data, bytes)
	}
	return data, nil
}

func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}

// checkEntries reads every entry from its bundle, compares it with its leaf, and proves some of each tile.
func checkEntries(job checkJob, tree tlog.Tree, hashes tlog.HashReader, found *checked) error {
	const width = 1 << torchwood.TileHeight
	for first := int64(0); first < tree.N; first += width {
		count := min(tree.N-first, width)
		bundle := tlog.Tile{H: torchwood.TileHeight, L: -1, N: first / width, W: int(count)}
		rest, err := os.ReadFile(filepath.Join(job.Folder, torchwood.TilePath(bundle)))
		if err != nil {
			return err
		}
		var places []int64
		for at := int64(0); at < count; at++ {
			places = append(places, tlog.StoredHashIndex(0, first+at))
		}
		leaves, err := hashes.ReadHashes(places)
		if err != nil {
			return err
		}
		for at := int64(0); at < count; at++ {
			var entry []byte
			if entry, rest, err = torchwood.ReadTileEntry(rest); err != nil {
				return err
			}
			if tlog.RecordHash(entry) != leaves[at] {
				return fmt.Errorf("entry %d is not its leaf", first+at)
			}
			found.Entries++
			if at == 0 || at == count-1 || (first+at)%37 == 0 {
				if err := proveEntry(tree, hashes, first+at, leaves[at]); err != nil {
					return err
				}
				found.Proven++
			}
		}
		if len(rest) != 0 {
			return fmt.Errorf("%d bytes follow the last entry of bundle %d", len(rest), bundle.N)
		}
	}
	return nil
}

func proveEntry(tree tlog.Tree, hashes tlog.HashReader, index int64, leaf tlog.Hash) error {
	proof, err := tlog.ProveRecord(tree.N, index, hashes)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaf)
}

func checkEarlier(job checkJob, tree tlog.Tree, hashes tlog.HashReader, keys note.Verifiers, found *checked) error {
	for _, text := range job.Earlier {
		_, point, err := open(text, keys)
		if err != nil {
			return fmt.Errorf("an earlier checkpoint: %w", err)
		}
		proof, err := tlog.ProveTree(tree.N, point.N, hashes)
		if err != nil {
			return err
		}
		if err := tlog.CheckTree(proof, tree.N, tree.Hash, point.N, point.Hash); err != nil {
			return fmt.Errorf("the checkpoint of %d entries: %w", point.N, err)
		}
		found.Continued++
		for _, own := range job.Consistency {
			if own.From != point.N {
				continue
			}
			if err := tlog.CheckTree(own.Proof, tree.N, tree.Hash, point.N, point.Hash); err != nil {
				return fmt.Errorf("the log's own proof from %d: %w", point.N, err)
			}
			found.OwnProofs++
		}
	}
	return nil
}

func checkOwnProofs(job checkJob, tree tlog.Tree, found *checked) error {
	for _, own := range job.Inclusion {
		if err := tlog.CheckRecord(own.Proof, tree.N, tree.Hash, own.Index, tlog.RecordHash([]byte(own.Line))); err != nil {
			return fmt.Errorf("the log's own proof of entry %d: %w", own.Index, err)
		}
		found.OwnProofs++
	}
	return nil
}
