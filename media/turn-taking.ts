import type { Logger } from "../infra/logger.ts";
import { createFirstWords, createFormedWords } from "./hearing/formed-words.ts";
import type { SpeechListenerEvents } from "./hearing/speech-listener.ts";
import type { AgentFrame, Supervision } from "./relay/agent-frames.ts";
import type { RelayChannel } from "./relay/relay-channel.ts";
import { rememberName } from "./relay/remembered-names.ts";
import type { SpeechPlayer } from "./speaking/speech-player.ts";
import type { ToolMusic } from "./speaking/tool-music.ts";
import { createTurnClock, type TurnClock } from "./speaking/turn-clock.ts";

interface Parts {
  player: SpeechPlayer;
  music: ToolMusic;
  words: RelayChannel;
  logger: Logger;
  /** Who hears and who speaks. */
  providers?: { hearing: string; voice: string };
  /** Who answers a call out is told by what they say while they say it, so the API gets it meanwhile. */
  tellsFirstWords?: boolean;
  /** Shows text to the person, beside the sound. */
  show(line: ShownLine): void;
  setLanguage(language: string): void;
  pressDigits(digits: string): void;
  /** A supervisor comes or goes, takes the call over or lets go of it. */
  supervise(supervision: Supervision): void;
  /** The conversation has ended, and its last words were played. */
  onOver(): void;
}

/**
 * A message beside the sound: words, with the name of written ones; those of a person who still speaks, empty where they came
 * to nothing; the heard part of an interrupted sentence; that the person may speak; how long after the person's last sound the agent's first one came.
 */
export type ShownLine =
  | { speaker: "agent" | "person"; text: string; id?: string }
  | { speaker: "person"; forms: string }
  | { speaker: "agent"; heard: string }
  | { speaker: "agent"; done: true }
  | { speaker: "agent"; after_ms: number };

const ENDS_MUSIC: readonly AgentFrame["type"][] = ["text", "play", "end"];

interface Turn {
  /** The person interrupted the agent: parts of the reply that are still on their way, and may be interrupted, are dropped. */
  isCut: boolean;
  /** The agent says its last words: the conversation is over when they were played or interrupted. */
  isEnding: boolean;
  /** Nothing more of the agent's is to come: all of its reply is here, whether it has sounded or not, or was broken off. */
  isWhole: boolean;
  /** The person's sentences that are being spoken or recognized, in their order. */
  underWay: Sentence[];
}

interface Sentence {
  /** The sentence began over words that may not be interrupted, or is an answering machine's, so it is dropped. */
  isIgnored: boolean;
}

/**
 * Connects the agent's words to the voice, and the person's words to the turn engine; each may interrupt the other. The first sound
 * that may be a voice stops the agent, which goes on when it was none; the engine gets an interruption when words are recognized,
 * and after a sound without words the agent goes on. Keys and written messages interrupt at once.
 */
export const createTurnTaking = (given: Parts) => {
  const answers = createTurnClock(given);
  const parts = byClock(given, answers);
  const { player, words, show, setLanguage, pressDigits, onOver } = parts;
  const turn: Turn = { isCut: false, isEnding: false, isWhole: false, underWay: [] };
  const writing = createWriting(parts, turn, answers);
  const supervise = createSupervising(parts, turn);
  const endAgentTurn = () => {
    words.send({ type: "spoken" });
    show({ speaker: "agent", done: true });
    writing.sendWaiting();
  };

  const takeFrame = (frame: AgentFrame): void => {
    if (ENDS_MUSIC.includes(frame.type)) parts.music.stop();
    switch (frame.type) {
      case "music":
        return frame.source === null ? parts.music.stop() : parts.music.play(frame.source);
      case "text":
        if (say(parts, { turn, answers }, frame)) player.finish(endAgentTurn);
        return;
      case "play":
        if (turn.isCut && frame.interruptible) return;
        turn.isWhole = turn.isCut;
        answers.replies(frame.turn);
        return player.play(frame.source, frame);
      case "sendDigits":
        return pressDigits(frame.digits.replaceAll(/[^\d*#A-D]/g, ""));
      case "language":
        return setLanguage(frame.transcriptionLanguage);
      case "supervision":
        return supervise(frame);
      case "end":
        turn.isEnding = true;
        return player.finish(onOver);
    }
  };
  return {
    takeFrame,
    heardEvents: createHeardEvents(parts, { turn, answers, writing }),
    sounds: answers.sounds,
    words,
    /** The person has written instead of speaking. */
    written: writing.take,
    /** The person has pressed a key, by which carriers that speak themselves stop speaking. */
    pressed: (digit: string) => {
      parts.music.stop();
      if (player.isSpeaking() && interrupt(parts, turn)) writing.sendWaiting();
      words.send({ type: "dtmf", digit });
    },
    /** An answering machine records from here on: its announcement needs no answer, and the message begins in silence. */
    startVoicemailMessage: () => {
      for (const sentence of turn.underWay) sentence.isIgnored = true;
      // No recognized speech will mark the next words as new ones.
      turn.isCut = false;
      if (player.isSpeaking()) interrupt(parts, turn);
    },
    /**
     * The connection was lost. A reply that has come whole is said to its end, as is what was left of a broken-off one;
     * any other one comes anew.
     */
    startOver: () => {
      parts.music.stop();
      turn.isCut = false;
      if (!turn.isWhole) player.startOver();
    },
    /** Something of a reply is still to come. */
    awaitsWords: () => !turn.isWhole,
  };
};

/** Whoever takes the call over silences the agent, once. */
const createSupervising = (parts: Parts, turn: Turn) => {
  let isTakenOver = false;
  return ({ listens, takenOver, at }: Supervision): void => {
    if (takenOver && !isTakenOver) {
      parts.music.stop();
      cut(parts, turn);
    }
    isTakenOver = takenOver;
    parts.supervise({ listens, takenOver, at });
  };
};

/** All by which the agent falls silent goes by its clock. */
const byClock = (given: Parts, { words, fallsSilent }: TurnClock): Parts => ({
  ...given,
  words,
  onOver: () => {
    fallsSilent();
    given.onOver();
  },
});

/** True: the agent's turn ends with it. */
const say = (
  { player, show }: Parts,
  { turn, answers }: Pick<Exchange, "turn" | "answers">,
  frame: Extract<AgentFrame, { type: "text" }>,
): boolean => {
  if (turn.isCut && frame.interruptible) return false;
  turn.isWhole = frame.last || turn.isCut;
  const text = frame.token.trim();
  if (text !== "") {
    answers.replies(frame.turn);
    show({ speaker: "agent", text });
    player.say(text, frame);
  }
  return frame.last;
};

interface Exchange {
  turn: Turn;
  answers: TurnClock;
  writing: Writing;
}

const createHeardEvents = (parts: Parts, { turn, answers, writing }: Exchange): SpeechListenerEvents => {
  const { player, music, words, logger, show } = parts;
  const formed = createFormedWords(show);
  const firstWords = createFirstWords(parts);
  /** Words were said: the agent was not stopped by a noise. */
  const breakOff = () => {
    if (player.isPaused()) turn.isCut = interrupt(parts, turn);
  };
  const goOn = () => {
    if (turn.underWay.length === 0) {
      player.goOn();
      music.letGo();
    }
    // An empty prompt tells the engine that the person is not silent.
    words.send({ type: "prompt", voicePrompt: "", last: false });
  };
  return {
    mayStart: () => {
      player.hold();
      music.hold();
    },
    wasNoise: () => {
      player.letGo();
      if (turn.underWay.length === 0) music.letGo();
    },
    started: () => {
      music.hold();
      const isIgnored = player.isSpeaking() && !player.pause();
      turn.underWay.push({ isIgnored });
      if (isIgnored) return;
      answers.begins();
      words.send({ type: "prompt", voicePrompt: "", last: false });
    },
    forms: (text) => {
      // No more words form for an earlier sentence that is still being recognized.
      if (turn.underWay.at(-1)?.isIgnored !== false || text === "") return;
      breakOff();
      formed.show(text);
      firstWords.form(text);
    },
    stopped: answers.silent,
    heard: (text) => {
      const isIgnored = turn.underWay.shift()?.isIgnored ?? false;
      const isNothing = isIgnored || text === "";
      if (isNothing) answers.forget();
      else answers.understood();
      formed.end({ isNothing });
      if (isIgnored) return music.letGo();
      if (text !== "") breakOff();
      turn.isCut = false;
      if (text === "") return goOn();
      firstWords.end();
      show({ speaker: "person", text });
      // Words that were written before were said before.
      ask(parts, turn, [...writing.takeWaiting(), text]);
    },
    failed: (err) => logger.warn({ err }, "a person's words could not be recognized: the speech model failed"),
  };
};

/** False: the agent says something that may not be interrupted. */
const interrupt = ({ player, words, show, onOver }: Parts, turn: Turn): boolean => {
  const heard = player.interrupt();
  if (heard === null) return false;
  turn.isWhole = true;
  show({ speaker: "agent", heard });
  words.send({ type: "interrupt", utteranceUntilInterrupt: heard });
  // Nobody answers after a farewell.
  if (turn.isEnding) player.finish(onOver);
  return true;
};

/** Somebody takes the call over: the agent falls silent at once, also where the person may not interrupt it. */
const cut = ({ player, words, show }: Parts, turn: Turn): void => {
  if (!player.isSpeaking()) return;
  const heard = player.cut();
  turn.isWhole = true;
  show({ speaker: "agent", heard });
  words.send({ type: "interrupt", utteranceUntilInterrupt: heard });
};

/** The person has said or written this, and the agent's next words answer it. */
const ask = ({ player, music, words }: Parts, turn: Turn, sentences: readonly string[]): void => {
  music.stop();
  turn.isCut = false;
  turn.isWhole = false;
  player.begin();
  words.send({ type: "prompt", voicePrompt: sentences.join(" "), last: true });
};

/** The person's written words are shown at once; where the agent may not be interrupted it is answered after its words. */
const createWriting = (parts: Parts, turn: Turn, answers: TurnClock) => {
  const { player, show } = parts;
  const waiting: string[] = [];
  /** The names of what was taken: it may come twice. */
  const taken = new Set<string>();
  const takeWaiting = () => waiting.splice(0);
  const sendWaiting = (): void => {
    if (waiting.length === 0 || turn.isEnding) return;
    answers.written();
    ask(parts, turn, takeWaiting());
  };
  return {
    take: ({ text, id }: { text: string; id?: string | undefined }): void => {
      const line = { speaker: "person", text, ...(id !== undefined && { id }) } as const;
      // The page may not have heard that it was taken.
      if (id !== undefined && taken.has(id)) return show(line);
      if (id !== undefined) rememberName(taken, id);
      waiting.push(text);
      const mustWait = player.isSpeaking() && !interrupt(parts, turn);
      show(line);
      if (!mustWait) sendWaiting();
    },
    sendWaiting,
    /** Returns what was written over words that may not be interrupted, and is not answered yet. */
    takeWaiting,
  };
};

type Writing = ReturnType<typeof createWriting>;
