package main

import (
	"math/rand/v2"
	"sync"
	"time"
)

const (
	answeredWithin = 10 * time.Second
	greetedWithin  = 20 * time.Second
	// People think a little; not all at the same moment.
	leastThinking = 300 * time.Millisecond
	moreThinking  = 700 * time.Millisecond
	// About as long as a question with its answer: those who have waited for all others do not ask in chorus.
	firstQuestionsWithin = 4 * time.Second
	storyHeard           = 1500 * time.Millisecond
	// Nothing that sounds sooner is the answer: so much silence is waited for first, give or take a frame.
	answeredAfter = 450 * time.Millisecond
)

// All people of a plan, and what they notice.
type crowd struct {
	plan    plan
	said    said
	pace    *pace
	people  []*person
	greeted []int
	lock    sync.Mutex
	result  result
}

// gather has people join one after another, as calls begin elsewhere; what is measured is many that go on.
func gather(plan plan, said said) (*crowd, error) {
	crowd := &crowd{plan: plan, said: said, pace: startPace(), result: emptyResult(len(plan.Joins))}
	for index, join := range plan.Joins {
		person, err := joinCall(join, said.noise)
		if err != nil {
			return nil, err
		}
		crowd.people = append(crowd.people, person)
		crowd.pace.add(person.mouth)
		crowd.meet(index)
	}
	return crowd, nil
}

func emptyResult(people int) result {
	return result{
		Kind:        "result",
		AnswersMs:   []float64{},
		SentAfterMs: []float64{},
		SilencesMs:  []float64{},
		Said:        make([]int, people),
	}
}

// meet notes whether the agent says hello: one that says nothing has nobody to talk with.
func (crowd *crowd) meet(index int) {
	hearing := crowd.people[index].hearing
	if _, isGreeted := hearing.sound(time.Time{}, greetedWithin); !isGreeted {
		crowd.result.Ungreeted++
		return
	}
	hearing.silence(answeredWithin)
	crowd.greeted = append(crowd.greeted, index)
}

// hold has all people talk, each until everything of the plan was said.
func (crowd *crowd) hold() result {
	before := crowd.countAnswers()
	crowd.pace.noteDelays()
	var talks sync.WaitGroup
	for _, index := range crowd.greeted {
		talks.Go(func() { talker{crowd, crowd.people[index], index}.hold() })
	}
	talks.Wait()
	crowd.result.OwnDelayMs = crowd.pace.p95DelayMs()
	for index, person := range crowd.people {
		crowd.result.SentAfterMs = append(crowd.result.SentAfterMs, person.answers.all()[before[index]:]...)
	}
	return crowd.result
}

func (crowd *crowd) countAnswers() []int {
	counts := make([]int, len(crowd.people))
	for index, person := range crowd.people {
		counts[index] = len(person.answers.all())
	}
	return counts
}

func (crowd *crowd) leave() {
	crowd.pace.stop()
	for _, person := range crowd.people {
		person.room.Disconnect()
	}
}

func (crowd *crowd) note(change func(result *result)) {
	crowd.lock.Lock()
	defer crowd.lock.Unlock()
	change(&crowd.result)
}

func think() {
	time.Sleep(leastThinking + time.Duration(rand.Int64N(int64(moreThinking))))
}
