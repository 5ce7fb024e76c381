module ringdown.test/record-reader

go 1.26.0

require (
	filippo.io/torchwood v0.8.0
	github.com/johannesboyne/gofakes3 v1.2.0
	golang.org/x/mod v0.43.0
)

require (
	github.com/ryszard/goskiplist v0.0.0-20150312221310-2dfbae5fcf46 // indirect
	go.shabbyrobe.org/gocovmerge v0.0.0-20230507111327-fa4f82cfbf4d // indirect
	golang.org/x/crypto v0.44.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)
