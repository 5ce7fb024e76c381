package main

import "time"

// One of the people in their call.
type talker struct {
	crowd *crowd
	*person
	index int
}

func (talker talker) hold() {
	plan := talker.crowd.plan
	time.Sleep(firstQuestionsWithin * time.Duration(talker.index) / time.Duration(len(plan.Joins)))
	for range plan.Questions {
		think()
		talker.ask()
	}
	for range plan.Stories {
		think()
		talker.interruptStory()
	}
}

func (talker talker) ask() {
	_, ended := talker.speak(talker.crowd.said.question)
	if answer, isAnswered := talker.untilAnswer(ended); isAnswered {
		talker.crowd.note(func(result *result) { result.AnswersMs = append(result.AnswersMs, inMs(answer)) })
	}
	talker.hearing.silence(answeredWithin)
}

func (talker talker) interruptStory() {
	_, requested := talker.speak(talker.crowd.said.storyRequest)
	if _, isAnswered := talker.untilAnswer(requested); !isAnswered {
		return
	}
	time.Sleep(storyHeard)
	silent := make(chan time.Time, 1)
	go func() {
		last, _ := talker.hearing.silence(answeredWithin)
		silent <- last
	}()
	began, ended := talker.speak(talker.crowd.said.question)
	if last := <-silent; last.After(began) {
		silence := inMs(last.Sub(began))
		talker.crowd.note(func(result *result) { result.SilencesMs = append(result.SilencesMs, silence) })
	}
	talker.untilAnswer(ended)
	talker.hearing.silence(answeredWithin)
}

func (talker talker) speak(speech speech) (began, ended time.Time) {
	talker.crowd.note(func(result *result) { result.Said[talker.index]++ })
	return talker.mouth.say(speech)
}

// untilAnswer returns the time until the answer's first sound.
func (talker talker) untilAnswer(spoken time.Time) (time.Duration, bool) {
	sounded, isAnswered := talker.hearing.sound(spoken.Add(answeredAfter), answeredWithin)
	if !isAnswered {
		talker.crowd.note(func(result *result) { result.Unanswered++ })
		return 0, false
	}
	return sounded.Sub(spoken), true
}
