import type { Logger } from "../infra/logger.ts";
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
  /** The person interrupted the agent: the rest of the reply that is still on its way is dropped. */
  isCut: boolean;
  /** The person speaks over words that may not be interrupted: theirs are dropped. */
  isIgnored: boolean;
  /** How many of the person's sentences are being spoken or recognized. */
  underWay: number;
}

/**
 * Connects the agent's words to the voice, and the person's words to the turn engine; each may interrupt the other. Any
 * sound of a voice stops the agent at once; the engine is told of an interruption when words are recognized in it, and
 * after a sound without words the agent goes on.
 */
export const createConversationRelay = (parts: Parts) => {
  const { mouth, show, setLanguage, pressDigits, onOver } = parts;
  const turn: Turn = { isCut: false, isIgnored: false, underWay: 0 };
  const answers = createAnswerClock(parts);

  const say = (frame: Extract<AgentFrame, { type: "text" }>): void => {
    if (turn.isCut) return;
    const text = frame.token.trim();
    if (text !== "") {
      show({ speaker: "agent", text });
      mouth.say(text, frame);
    }
    if (frame.last) mouth.finish(() => giveWord(parts));
  };
  const takeFrame = (frame: AgentFrame): void => {
    switch (frame.type) {
      case "text":
        return say(frame);
      case "play":
        return turn.isCut ? undefined : mouth.play(frame.source, frame);
      case "sendDigits":
        return pressDigits(frame.digits.replaceAll(/[^\d*#A-D]/g, ""));
      case "language":
        return setLanguage(frame.transcriptionLanguage);
      case "end":
        return mouth.finish(onOver);
    }
  };
  return {
    takeFrame,
    heardEvents: createHeardEvents(parts, turn, answers),
    sounds: answers.sounds,
    /** An answering machine records now: what it has said needs no answer, and the message begins in silence. */
    beGreetedByMachine: () => {
      turn.isIgnored = true;
      // Nothing that is heard will tell that the next words are new ones.
      turn.isCut = false;
      if (mouth.isSpeaking()) interrupt(parts);
    },
    /** The connection was lost: the last turn is said again. */
    startOver: () => {
      turn.isCut = false;
      mouth.reset();
    },
  };
};

const createHeardEvents = (
  parts: Parts,
  turn: Turn,
  answers: ReturnType<typeof createAnswerClock>,
): SpeechListenerEvents => {
  const { mouth, words, logger, show } = parts;
  const formed = createFormedWords(show);
  /** Words were said: the agent was not stopped by a noise. */
  const breakOff = () => {
    if (mouth.isPaused()) turn.isCut = interrupt(parts);
  };
  const goOn = () => {
    if (turn.underWay === 0) mouth.goOn();
    // An empty prompt tells the engine that the person is not silent.
    words.send({ type: "prompt", voicePrompt: "", last: false });
  };
  return {
    started: () => {
      turn.underWay += 1;
      turn.isIgnored = mouth.isSpeaking() && !mouth.pause();
      if (turn.isIgnored) return;
      words.send({ type: "prompt", voicePrompt: "", last: false });
    },
    forms: (text) => {
      if (turn.isIgnored || text === "") return;
      breakOff();
      formed.show(text);
    },
    stopped: answers.silent,
    heard: (text) => {
      turn.underWay -= 1;
      const isNothing = turn.isIgnored || text === "";
      if (isNothing) answers.forget();
      formed.end({ isNothing });
      if (turn.isIgnored) return;
      if (text !== "") breakOff();
      turn.isCut = false;
      if (text === "") return goOn();
      mouth.begin();
      show({ speaker: "person", text });
      words.send({ type: "prompt", voicePrompt: text, last: true });
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
const interrupt = ({ mouth, words, show }: Pick<Parts, "mouth" | "words" | "show">): boolean => {
  const heard = mouth.interrupt();
  if (heard === null) return false;
  show({ speaker: "agent", heard });
  words.send({ type: "interrupt", utteranceUntilInterrupt: heard });
  return true;
};

const giveWord = ({ words, show }: Pick<Parts, "words" | "show">): void => {
  words.send({ type: "spoken" });
  show({ speaker: "agent", done: true });
};

/** Takes a written message like spoken words. */
export const receiveWrittenMessage = ({ started, stopped, heard }: SpeechListenerEvents, text: string): void => {
  started();
  stopped(0);
  heard(text);
};

/** Tells how long after the person fell silent the agent's first sound came. */
const createAnswerClock = ({ logger, show }: Pick<Parts, "logger" | "show">) => {
  let silentSinceMs: number | null = null;
  return {
    silent: (agoMs: number) => {
      silentSinceMs = performance.now() - agoMs;
    },
    /** Nothing was said that is answered. */
    forget: () => {
      silentSinceMs = null;
    },
    sounds: () => {
      if (silentSinceMs === null) return;
      const after_ms = Math.round(performance.now() - silentSinceMs);
      silentSinceMs = null;
      logger.debug({ after_ms }, "the agent answers");
      show({ speaker: "agent", after_ms });
    },
  };
};
