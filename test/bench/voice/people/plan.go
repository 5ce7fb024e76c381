package main

// What some people at microphones do side by side.
type plan struct {
	Joins []join `json:"joins"`
	// How many questions each asks, one after another.
	Questions int `json:"questions"`
	// How many stories each asks for, and speaks over.
	Stories int `json:"stories"`
	// Of the samples, which are 16 bits each, the lower byte first.
	SampleRate   int    `json:"sampleRate"`
	Question     []byte `json:"question"`
	StoryRequest []byte `json:"storyRequest"`
}

type join struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// What they heard, of all of them together.
type result struct {
	Kind        string    `json:"kind"`
	AnswersMs   []float64 `json:"answersMs"`
	SentAfterMs []float64 `json:"sentAfterMs"`
	OwnDelayMs  float64   `json:"ownDelayMs"`
	SilencesMs  []float64 `json:"silencesMs"`
	Said        []int     `json:"said"`
	Unanswered  int       `json:"unanswered"`
	Ungreeted   int       `json:"ungreeted"`
}
