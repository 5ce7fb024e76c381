import type { Logger } from "../infra/logger.ts";
import { type AnswerClock, createAnswerClock } from "./answer-clock.ts";
import type { SpeechListenerEvents } from "./speech-listener.ts";
import type { SpeechPlayer } from "./speech-player.ts";
import type { AgentFrame, WordsChannel } from "./words-channel.ts";

interface Parts {
  mouth: SpeechPlayer;
  words: WordsChannel;
  logger: Logger;
  /** Shows text to the person, beside the sound. */
  show(line: ShownLine): void;
  setLanguage(language: string): void;
  pressDigits(digits: string): void;
  /** The conversation has ended, and its last words were played. */
  onOver(): void;
}

/**
 * A message beside the sound: words; those of a person who still speaks, empty where they came to nothing; the heard part
 * of an interrupted sentence; that the person may speak; how long after the person's last sound the agent's first one came.
 */
export type ShownLine =
  | { speaker: "agent" | "person"; text: string }
  | { speaker: "person"; forms: string }
  | { speaker: "agent"; heard: string }
  | { speaker: "agent"; done: true }
  | { speaker: "agent"; after_ms: number };

interface Turn {
  /** The person interrupted the agent: what is still on its way of the reply, and may be interrupted, is dropped. */
  isCut: boolean;
  /** The agent says its last words: the conversation is over when they have sounded, or are interrupted. */
  isEnding: boolean;
  /** All of the reply has come, whether it has sounded or not. */
  isWhole: boolean;
  /** The person's sentences that are being spoken or recognized, in their order. */
  underWay: Sentence[];
}

interface Sentence {
  /** It began over words that may not be interrupted, or is an answering machine's: it is dropped. */
  isIgnored: boolean;
}

/**
 * Connects the agent's words to the voice, and the person's words to the turn engine; each may interrupt the other. The
 * first sound that may be a voice stops the agent, which goes on where none comes up; the engine is told of an interruption when words are recognized in it, and
 * after a sound without words the agent goes on. Keys and written messages interrupt at once.
 */
export const createConversationRelay = (parts: Parts) => {
  const { mouth, words, show, setLanguage, pressDigits, onOver } = parts;
  const turn: Turn = { isCut: false, isEnding: false, isWhole: true, underWay: [] };
  const answers = createAnswerClock(parts);
  const writing = createWriting(parts, turn, answers);
  const giveWord = () => {
    words.send({ type: "spoken" });
    show({ speaker: "agent", done: true });
    writing.sendWaiting();
  };

  const say = (frame: Extract<AgentFrame, { type: "text" }>): void => {
    turn.isWhole = frame.last;
    if (turn.isCut && frame.interruptible) return;
    const text = frame.token.trim();
    if (text !== "") {
      show({ speaker: "agent", text });
      mouth.say(text, frame);
    }
    if (frame.last) mouth.finish(giveWord);
  };
  const takeFrame = (frame: AgentFrame): void => {
    switch (frame.type) {
      case "text":
        return say(frame);
      case "play":
        turn.isWhole = false;
        return turn.isCut && frame.interruptible ? undefined : mouth.play(frame.source, frame);
      case "sendDigits":
        return pressDigits(frame.digits.replaceAll(/[^\d*#A-D]/g, ""));
      case "language":
        return setLanguage(frame.transcriptionLanguage);
      case "end":
        turn.isEnding = true;
        return mouth.finish(onOver);
    }
  };
  return {
    takeFrame,
    heardEvents: createHeardEvents(parts, { turn, answers, writing }),
    sounds: answers.sounds,
    /** The person has written instead of speaking. */
    written: writing.take,
    /** The person has pressed a key, by which carriers that speak themselves stop speaking. */
    pressed: (digit: string) => {
      if (mouth.isSpeaking() && interrupt(parts, turn)) writing.sendWaiting();
      words.send({ type: "dtmf", digit });
    },
    /** An answering machine records now: what it has said needs no answer, and the message begins in silence. */
    beGreetedByMachine: () => {
      for (const sentence of turn.underWay) sentence.isIgnored = true;
      // Nothing that is heard will tell that the next words are new ones.
      turn.isCut = false;
      if (mouth.isSpeaking()) interrupt(parts, turn);
    },
    /** The connection was lost. A reply that has come whole is said to its end; any other one is made anew. */
    startOver: () => {
      turn.isCut = false;
      if (!turn.isWhole) mouth.reset();
    },
  };
};

interface Exchange {
  turn: Turn;
  answers: AnswerClock;
  writing: Writing;
}

const createHeardEvents = (parts: Parts, { turn, answers, writing }: Exchange): SpeechListenerEvents => {
  const { mouth, words, logger, show } = parts;
  const formed = createFormedWords(show);
  /** Words were said: the agent was not stopped by a noise. */
  const breakOff = () => {
    if (mouth.isPaused()) turn.isCut = interrupt(parts, turn);
  };
  const goOn = () => {
    if (turn.underWay.length === 0) mouth.goOn();
    // An empty prompt tells the engine that the person is not silent.
    words.send({ type: "prompt", voicePrompt: "", last: false });
  };
  return {
    mayStart: () => void mouth.hold(),
    wasNoise: mouth.letGo,
    started: () => {
      const isIgnored = mouth.isSpeaking() && !mouth.pause();
      turn.underWay.push({ isIgnored });
      if (isIgnored) return;
      words.send({ type: "prompt", voicePrompt: "", last: false });
    },
    forms: (text) => {
      // Of an earlier sentence that is still being recognized no words form any more.
      if (turn.underWay.at(-1)?.isIgnored !== false || text === "") return;
      breakOff();
      formed.show(text);
    },
    stopped: answers.silent,
    heard: (text) => {
      const isIgnored = turn.underWay.shift()?.isIgnored ?? false;
      const isNothing = isIgnored || text === "";
      if (isNothing) answers.forget();
      formed.end({ isNothing });
      if (isIgnored) return;
      if (text !== "") breakOff();
      turn.isCut = false;
      if (text === "") return goOn();
      mouth.begin();
      show({ speaker: "person", text });
      // What was written before was said before.
      words.send({ type: "prompt", voicePrompt: [...writing.takeWaiting(), text].join(" "), last: true });
    },
    failed: (err) => logger.warn({ err }, "a person's words could not be recognized: the speech model failed"),
  };
};

/** Shows the words of a person who still speaks, and takes them back where nothing becomes of them. */
const createFormedWords = (show: Parts["show"]) => {
  let isShown = false;
  return {
    show: (text: string): void => {
      isShown = true;
      show({ speaker: "person", forms: text });
    },
    end: ({ isNothing }: { isNothing: boolean }): void => {
      if (isShown && isNothing) show({ speaker: "person", forms: "" });
      isShown = false;
    },
  };
};

/** False: the agent says something that may not be interrupted. */
const interrupt = ({ mouth, words, show, onOver }: Parts, { isEnding }: Turn): boolean => {
  const heard = mouth.interrupt();
  if (heard === null) return false;
  show({ speaker: "agent", heard });
  words.send({ type: "interrupt", utteranceUntilInterrupt: heard });
  // Nobody answers after a farewell.
  if (isEnding) mouth.finish(onOver);
  return true;
};

/** What the person writes is shown at once; where the agent may not be interrupted it is answered after its words. */
const createWriting = (parts: Parts, turn: Turn, answers: AnswerClock) => {
  const { mouth, words, show } = parts;
  const waiting: string[] = [];
  const takeWaiting = () => waiting.splice(0);
  const sendWaiting = (): void => {
    if (waiting.length === 0 || turn.isEnding) return;
    turn.isCut = false;
    answers.silent(0);
    mouth.begin();
    words.send({ type: "prompt", voicePrompt: takeWaiting().join(" "), last: true });
  };
  return {
    take: (text: string): void => {
      waiting.push(text);
      const mustWait = mouth.isSpeaking() && !interrupt(parts, turn);
      show({ speaker: "person", text });
      if (!mustWait) sendWaiting();
    },
    sendWaiting,
    /** Returns what was written over words that may not be interrupted, and is not answered yet. */
    takeWaiting,
  };
};

type Writing = ReturnType<typeof createWriting>;
