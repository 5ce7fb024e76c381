import { describe, expect, it } from "@jest/globals";
import { createLogger } from "../../infra/logger.ts";
import type { PersonFrame } from "../../media/relay/agent-frames.ts";
import { createTurnTaking, type ShownLine } from "../../media/turn-taking.ts";

interface Mouth {
  /** What was heard when it is interrupted; null: it may not be. */
  heard?: string | null;
  tellsFirstWords?: boolean;
  /** Its last words take longer than the test. */
  isSlow?: boolean;
}

/** A conversation whose player speaks until a test says otherwise. */
const open = ({ heard: heardFirst = "Hello", isSlow = false, tellsFirstWords = false }: Mouth = {}) => {
  let heard: string | null = heardFirst;
  const sent: PersonFrame[] = [];
  const said: string[] = [];
  /** Added while it is paused. */
  let waiting: string[] = [];
  const shown: ShownLine[] = [];
  const supervised: object[] = [];
  const music: string[] = [];
  let isSpeaking = false;
  let isPaused = false;
  let isHeld = false;
  let isOver = false;
  const add = (piece: string) => {
    isSpeaking = true;
    (isPaused ? waiting : said).push(piece);
  };
  const talk = createTurnTaking({
    player: {
      say: add,
      play: (url) => add(`[${url}]`),
      finish: (done) => {
        if (isSlow && isSpeaking) return;
        isSpeaking = false;
        done();
      },
      isSpeaking: () => isSpeaking,
      hold: () => {
        isHeld = isSpeaking;
        return isHeld;
      },
      letGo: () => {
        isHeld = false;
      },
      pause: () => {
        isPaused = heard !== null;
        return isPaused;
      },
      isPaused: () => isPaused,
      goOn: () => {
        if (isPaused) said.push("goes on", ...waiting.splice(0));
        isPaused = false;
      },
      interrupt: () => {
        if (heard !== null) isSpeaking = false;
        isPaused = false;
        waiting = [];
        return heard;
      },
      cut: () => {
        isSpeaking = false;
        return heard ?? "Hello";
      },
      begin: () => {},
      startOver: () => {
        isSpeaking = false;
        isPaused = false;
      },
      reset: () => {},
    },
    music: {
      play: (url) => void music.push(`plays ${url}`),
      stop: () => void music.push("stops"),
      hold: () => void music.push("holds"),
      letGo: () => void music.push("goes on"),
    },
    words: { send: (frame) => sent.push(frame) },
    tellsFirstWords,
    logger: createLogger("media", { level: "silent", secrets: [] }),
    show: (line) => shown.push(line),
    setLanguage: () => {},
    pressDigits: () => {},
    supervise: (supervision) => supervised.push(supervision),
    onOver: () => {
      isOver = true;
    },
  });
  const agentSays = (token: string) => talk.takeFrame({ type: "text", token, last: false, interruptible: true });
  return {
    talk,
    sent,
    said,
    shown,
    supervised,
    music,
    agentSays,
    /** From now on it may be interrupted. */
    mayBeInterrupted: () => {
      heard = "Hello";
    },
    isPaused: () => isPaused,
    isHeld: () => isHeld,
    isSpeaking: () => isSpeaking,
    isOver: () => isOver,
  };
};
const agentIsDone = { type: "text", token: "", last: true, interruptible: true } as const;

describe("speaking over each other", () => {
  it("stops at once for a supervisor who takes the call over, whatever may be interrupted, and once alone", () => {
    const { talk, sent, supervised, agentSays, isSpeaking } = open();
    talk.takeFrame({ type: "supervision", listens: true, takenOver: false, at: [] });
    agentSays("Hello there.");
    expect(isSpeaking()).toBe(true);
    for (let told = 0; told < 2; told += 1)
      talk.takeFrame({ type: "supervision", listens: true, takenOver: true, at: [] });
    expect(isSpeaking()).toBe(false);
    expect(sent).toEqual([{ type: "interrupt", utteranceUntilInterrupt: "Hello" }]);
    agentSays("This is Grace.");
    talk.takeFrame({ type: "supervision", listens: true, takenOver: true, at: [] });
    expect(isSpeaking()).toBe(true);
    expect(supervised.slice(0, 2)).toEqual([
      { listens: true, takenOver: false, at: [] },
      { listens: true, takenOver: true, at: [] },
    ]);
  });

  it("stops for the beep of an answering machine, whose greeting needs no answer, and says its message", () => {
    const { talk, sent, said, agentSays } = open();
    agentSays("Hello there.");
    talk.heardEvents.started();
    talk.startVoicemailMessage();
    talk.heardEvents.heard("Leave a message after the tone");
    agentSays("Please call us back.");
    expect(sent).not.toContainEqual(expect.objectContaining({ last: true }));
    expect(said.at(-1)).toBe("Please call us back.");
  });

  it("stops for a person, and says nothing more of the broken reply", () => {
    const { talk, sent, said, agentSays } = open();
    agentSays("Hello there.");
    talk.heardEvents.started();
    talk.heardEvents.forms("Wait");
    agentSays("How can I help you?");
    talk.heardEvents.heard("Wait a moment");
    agentSays("Yes?");
    expect(said).toEqual(["Hello there.", "Yes?"]);
    expect(sent).toEqual([
      { type: "prompt", voicePrompt: "", last: false },
      { type: "interrupt", utteranceUntilInterrupt: "Hello" },
      { type: "prompt", voicePrompt: "Wait a moment", last: true },
    ]);
  });

  it("stops the music for words of either side, holds it for a noise, and lets it go on after one", () => {
    const { talk, music, agentSays } = open();
    const since = (work: () => void) => {
      music.length = 0;
      work();
      return music;
    };
    expect(since(() => talk.takeFrame({ type: "music", source: "https://a.test" }))).toEqual(["plays https://a.test"]);
    expect(since(talk.heardEvents.mayStart)).toEqual(["holds"]);
    expect(since(talk.heardEvents.wasNoise)).toEqual(["goes on"]);
    expect(since(talk.heardEvents.started)).toEqual(["holds"]);
    expect(since(talk.heardEvents.wasNoise)).toEqual([]);
    expect(since(() => talk.heardEvents.heard(""))).toEqual(["goes on"]);
    talk.heardEvents.started();
    expect(since(() => talk.heardEvents.heard("Hello?"))).toContain("stops");
    for (const work of [
      () => talk.takeFrame({ type: "music", source: null }),
      () => agentSays("Here it is."),
      () => talk.pressed("1"),
      () => talk.written({ text: "Hello?" }),
      () => talk.startOver(),
      () => talk.takeFrame({ type: "supervision", listens: true, takenOver: true, at: [] }),
    ])
      expect(since(work)).toContain("stops");
  });

  it("tells the words of whoever has answered while they speak, of two sentences, and not each word", () => {
    const { talk, sent } = open({ tellsFirstWords: true });
    for (const text of ["You have reached", "Leave a message", "And now"]) {
      talk.heardEvents.started();
      for (let times = 0; times < 3; times += 1) talk.heardEvents.forms(text);
      talk.heardEvents.heard(text);
    }
    const forming = sent.filter((frame) => frame.type === "prompt" && !frame.last && frame.voicePrompt !== "");
    expect(forming).toEqual([{ type: "prompt", voicePrompt: "You have reached", last: false }]);
    const silent = open();
    silent.talk.heardEvents.started();
    silent.talk.heardEvents.forms("You have reached");
    expect(silent.sent).toEqual([{ type: "prompt", voicePrompt: "", last: false }]);
  });

  it("is silent from the first sound of a voice, and tells of an interruption when words are recognized", () => {
    const { talk, sent, said, isPaused, agentSays } = open();
    const interruption = { type: "interrupt", utteranceUntilInterrupt: "Hello" };
    agentSays("Hello there.");
    talk.heardEvents.started();
    expect(isPaused()).toBe(true);
    expect(sent).not.toContainEqual(interruption);
    talk.heardEvents.heard("Wait");
    expect(sent.slice(-2)).toEqual([interruption, { type: "prompt", voicePrompt: "Wait", last: true }]);
    expect(said).toEqual(["Hello there."]);
  });

  it("is held from the first sound that may be a voice, of which the engine is not told, until that was a noise", () => {
    const { talk, sent, said, isHeld, agentSays } = open();
    agentSays("Hello there.");
    talk.heardEvents.mayStart();
    expect(isHeld()).toBe(true);
    talk.heardEvents.wasNoise();
    expect([isHeld(), said, sent]).toEqual([false, ["Hello there."], []]);
  });

  it("says what may not be interrupted and was on its way when words formed", () => {
    const { talk, said, agentSays } = open();
    agentSays("Hello there.");
    talk.heardEvents.started();
    talk.heardEvents.forms("I need");
    agentSays("How are you?");
    talk.takeFrame({ type: "text", token: "This call is recorded.", last: false, interruptible: false });
    talk.takeFrame({ type: "play", source: "notice", interruptible: false });
    expect(said).toEqual(["Hello there.", "This call is recorded.", "[notice]"]);
  });

  it("plays recordings in their turn, and none of a broken reply", () => {
    const { talk, said, agentSays } = open();
    const play = (source: string) => talk.takeFrame({ type: "play", source, interruptible: true });
    agentSays("Hello there.");
    play("welcome");
    talk.heardEvents.started();
    play("moment");
    talk.heardEvents.heard("Wait");
    play("again");
    expect(said).toEqual(["Hello there.", "[welcome]", "[again]"]);
  });

  it("takes no words that are spoken over what may not be spoken over", () => {
    const { talk, sent, agentSays } = open({ heard: null });
    agentSays("This call is recorded.");
    talk.heardEvents.started();
    talk.heardEvents.heard("Wait");
    expect(sent).toEqual([]);
  });

  it("goes on after a noise in which nothing was said, of which the engine is not told as an interruption", () => {
    const { talk, said, sent, shown, agentSays } = open();
    agentSays("Hello there.");
    talk.heardEvents.started();
    agentSays("How can I help you?");
    talk.heardEvents.heard("");
    expect(said).toEqual(["Hello there.", "goes on", "How can I help you?"]);
    expect(sent).not.toContainEqual(expect.objectContaining({ type: "interrupt" }));
    expect(shown).not.toContainEqual(expect.objectContaining({ heard: "Hello" }));
  });

  it("goes on when the last of several noises is over, and not where words came among them", () => {
    const noisy = open();
    noisy.agentSays("Hello there.");
    noisy.talk.heardEvents.started();
    noisy.talk.heardEvents.started();
    noisy.talk.heardEvents.heard("");
    expect(noisy.isPaused()).toBe(true);
    noisy.talk.heardEvents.heard("");
    expect(noisy.said).toEqual(["Hello there.", "goes on"]);
    const spokenTo = open();
    spokenTo.agentSays("Hello there.");
    spokenTo.talk.heardEvents.started();
    spokenTo.talk.heardEvents.started();
    spokenTo.talk.heardEvents.heard("Wait");
    spokenTo.talk.heardEvents.heard("");
    expect(spokenTo.said).toEqual(["Hello there."]);
  });

  it("takes what is written as what is said, and shows how long the agent's first sound took, once", () => {
    const { talk, sent, shown, agentSays } = open();
    agentSays("Hello there.");
    talk.sounds();
    talk.written({ text: "Wait" });
    agentSays("Yes?");
    talk.sounds();
    talk.sounds();
    expect(sent).toContainEqual({ type: "interrupt", utteranceUntilInterrupt: "Hello" });
    expect(sent.at(-1)).toEqual({ type: "prompt", voicePrompt: "Wait", last: true });
    expect(shown).toEqual([
      { speaker: "agent", text: "Hello there." },
      { speaker: "agent", heard: "Hello" },
      { speaker: "person", text: "Wait" },
      { speaker: "agent", text: "Yes?" },
      { speaker: "agent", after_ms: expect.any(Number) },
    ]);
  });

  it("answers what is written over what may not be interrupted once that has sounded, and shows it at once", () => {
    const { talk, sent, shown, agentSays } = open({ heard: null });
    agentSays("This call is recorded.");
    talk.written({ text: "Hello?" });
    talk.written({ text: "I want a table." });
    expect(sent).toEqual([]);
    expect(shown.slice(1)).toEqual([
      { speaker: "person", text: "Hello?" },
      { speaker: "person", text: "I want a table." },
    ]);
    talk.takeFrame(agentIsDone);
    expect(sent).toEqual([{ type: "spoken" }, { type: "prompt", voicePrompt: "Hello? I want a table.", last: true }]);
  });

  it("answers what is written over what may not be interrupted before the key or the words that interrupt what follows", () => {
    const keys = open({ heard: null });
    keys.agentSays("This call is recorded.");
    keys.talk.written({ text: "I want a table." });
    keys.mayBeInterrupted();
    keys.talk.pressed("4");
    expect(keys.sent.slice(1)).toEqual([
      { type: "prompt", voicePrompt: "I want a table.", last: true },
      { type: "dtmf", digit: "4" },
    ]);
    const words = open({ heard: null });
    words.agentSays("This call is recorded.");
    words.talk.written({ text: "I want a table." });
    words.mayBeInterrupted();
    words.talk.heardEvents.started();
    words.talk.heardEvents.heard("For two");
    expect(words.sent.at(-1)).toEqual({ type: "prompt", voicePrompt: "I want a table. For two", last: true });
  });

  it("drops the sentence that began over what may not be interrupted, and takes the next before that is recognized", () => {
    const { talk, sent, agentSays, mayBeInterrupted } = open({ heard: null });
    agentSays("This call is recorded.");
    talk.heardEvents.started();
    mayBeInterrupted();
    talk.heardEvents.started();
    talk.heardEvents.heard("Stop that");
    talk.heardEvents.heard("I want a table");
    expect(sent.filter((frame) => "last" in frame && frame.last)).toEqual([
      { type: "prompt", voicePrompt: "I want a table", last: true },
    ]);
  });

  it("stops for a key, and takes one also over what may not be interrupted", () => {
    const { talk, sent, said, agentSays } = open();
    agentSays("Hello there.");
    talk.pressed("4");
    agentSays("You have chosen four.");
    const pressed = { type: "dtmf", digit: "4" };
    expect(sent).toEqual([{ type: "interrupt", utteranceUntilInterrupt: "Hello" }, pressed]);
    expect(said).toEqual(["Hello there.", "You have chosen four."]);
    const stubborn = open({ heard: null });
    stubborn.agentSays("This call is recorded.");
    stubborn.talk.pressed("4");
    const silent = open();
    silent.talk.pressed("4");
    expect([stubborn.sent, silent.sent]).toEqual([[pressed], [pressed]]);
  });

  it("says to its end what had come whole when the connection is lost, its farewell too, and nothing of any other reply", () => {
    const whole = open({ isSlow: true });
    whole.agentSays("Hello there.");
    whole.talk.takeFrame(agentIsDone);
    whole.talk.startOver();
    expect(whole.isSpeaking()).toBe(true);
    const farewell = open({ isSlow: true });
    farewell.agentSays("Goodbye.");
    farewell.talk.takeFrame(agentIsDone);
    farewell.talk.takeFrame({ type: "end" });
    farewell.talk.startOver();
    expect(farewell.isSpeaking()).toBe(true);
    farewell.talk.heardEvents.started();
    farewell.talk.heardEvents.heard("Bye");
    expect(farewell.isOver()).toBe(true);
    const begun = open({ isSlow: true });
    begun.agentSays("Hello there.");
    begun.talk.startOver();
    const playing = open({ isSlow: true });
    playing.talk.takeFrame({ type: "play", source: "welcome", interruptible: true });
    playing.talk.startOver();
    expect([begun.isSpeaking(), playing.isSpeaking()]).toEqual([false, false]);
  });

  it("says what may not be interrupted and was on its way when words formed, also where the connection is lost then", () => {
    const { talk, isSpeaking, agentSays } = open({ isSlow: true });
    agentSays("Hello there.");
    talk.heardEvents.started();
    talk.heardEvents.forms("I need");
    talk.takeFrame({ type: "text", token: "This call is recorded.", last: false, interruptible: false });
    talk.startOver();
    expect([isSpeaking(), talk.awaitsWords()]).toEqual([true, false]);
  });

  it("waits for words from the beginning, after a question, and until all of them have come", () => {
    const { talk, agentSays } = open();
    const waits = () => talk.awaitsWords();
    expect(waits()).toBe(true);
    agentSays("Hello there.");
    expect(waits()).toBe(true);
    talk.takeFrame(agentIsDone);
    expect(waits()).toBe(false);
    talk.heardEvents.started();
    talk.heardEvents.heard("A table");
    expect(waits()).toBe(true);
    talk.takeFrame({ type: "play", source: "welcome", interruptible: true });
    expect(waits()).toBe(true);
    talk.pressed("4");
    expect(waits()).toBe(false);
  });

  it("takes once what a page has written and sends twice, and tells it each time that it is taken", () => {
    const { talk, sent, shown } = open();
    talk.written({ text: "A table", id: "a" });
    talk.written({ text: "A table", id: "a" });
    talk.written({ text: "A table", id: "b" });
    expect(sent.map((frame) => "voicePrompt" in frame && frame.voicePrompt)).toEqual(["A table", "A table"]);
    expect(shown.map((line) => "id" in line && line.id)).toEqual(["a", "a", "b"]);
  });

  it("is over when its farewell is interrupted by words, and not when a noise is heard in it", () => {
    const { talk, said, isOver, agentSays } = open({ isSlow: true });
    agentSays("Goodbye, and thank you.");
    talk.takeFrame({ type: "end" });
    talk.heardEvents.started();
    talk.heardEvents.heard("");
    expect([isOver(), said.at(-1)]).toEqual([false, "goes on"]);
    talk.heardEvents.started();
    talk.heardEvents.heard("Bye");
    expect(isOver()).toBe(true);
  });

  it("shows the words of somebody who still speaks, and none over what may not be interrupted", () => {
    const polite = open();
    polite.talk.heardEvents.started();
    polite.talk.heardEvents.forms("I want");
    expect(polite.shown).toEqual([{ speaker: "person", forms: "I want" }]);
    const stubborn = open({ heard: null });
    stubborn.agentSays("This call is recorded.");
    stubborn.talk.heardEvents.started();
    stubborn.talk.heardEvents.forms("I want");
    expect(stubborn.shown).toEqual([{ speaker: "agent", text: "This call is recorded." }]);
  });

  it("takes back words that were shown and of which nothing became, once, and none that were not shown", () => {
    const { talk, shown } = open();
    talk.heardEvents.started();
    talk.heardEvents.forms("I want");
    talk.heardEvents.heard("");
    talk.heardEvents.started();
    talk.heardEvents.heard("");
    talk.heardEvents.started();
    talk.heardEvents.forms("a table");
    talk.heardEvents.heard("A table.");
    const spokenOver = open();
    spokenOver.talk.heardEvents.started();
    spokenOver.talk.heardEvents.forms("Leave a message");
    spokenOver.talk.startVoicemailMessage();
    spokenOver.talk.heardEvents.heard("Leave a message after the tone");
    expect([...shown, ...spokenOver.shown]).toEqual([
      { speaker: "person", forms: "I want" },
      { speaker: "person", forms: "" },
      { speaker: "person", forms: "a table" },
      { speaker: "person", text: "A table." },
      { speaker: "person", forms: "Leave a message" },
      { speaker: "person", forms: "" },
    ]);
  });

  it("shows no time of an answer to a noise in which nothing was said", () => {
    const { talk, shown, agentSays } = open();
    talk.heardEvents.started();
    talk.heardEvents.stopped(550);
    talk.heardEvents.heard("");
    agentSays("Are you still there?");
    talk.sounds();
    expect(shown).toEqual([{ speaker: "agent", text: "Are you still there?" }]);
  });

  it("tells when all has sounded, and is over when its last words have", () => {
    const { talk, sent, isOver } = open();
    talk.takeFrame({ type: "text", token: "Goodbye.", last: true, interruptible: true });
    expect(sent).toEqual([{ type: "spoken" }]);
    talk.takeFrame({ type: "end" });
    expect(isOver()).toBe(true);
  });
});
