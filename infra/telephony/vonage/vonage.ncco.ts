import type { CallInstructions, NextStep } from "../../../domain/call/call-instructions.ts";
import { withCall } from "./vonage.address.ts";
import { toVonageNumber } from "./vonage.call.ts";
import { chooseHeardLanguage } from "./vonage.language.ts";
import { findVonageVoice } from "./vonage.voice.ts";

/** The limits of a `talk` action. */
const MOST_CHARACTERS = 1500;
const LONGEST_SILENCE_SECONDS = 60;
/** The wait after the last key; a longer one would delay people who have pressed a key. */
const LONGEST_KEY_PAUSE_SECONDS = 5;
/** The silence that ends speech. */
const END_OF_WORDS_SECONDS = 1;
/** Marks the end of a transfer in our own notification. */
export const TRANSFER_OVER = "transfer over";

type Action = Readonly<Record<string, unknown>>;

export interface NccoOrder {
  carrierCallId: string;
  statusUrl: string;
  instructions: CallInstructions;
}

/** Converts instructions to a Call Control Object. When its actions are over, the call ends. */
export const toNcco = ({ carrierCallId, statusUrl, instructions }: NccoOrder): Action[] => {
  const { say, language, voice, next } = instructions;
  const canInterrupt = next.kind === "listen" && next.interruptible;
  const spokenBy = findVonageVoice(voice, language);
  const talks = say
    .flatMap((each): Action[] =>
      typeof each === "string"
        ? toSpeakable(each).map((text) => ({ action: "talk", text, ...spokenBy }))
        : [{ action: "stream", streamUrl: [each.play] }],
    )
    .map((action) => ({ ...action, ...(canInterrupt && { bargeIn: true }) }));
  const recording = instructions.record ? [recordInto(withCall(statusUrl, carrierCallId))] : [];
  return [...recording, ...talks, ...toActions(next, { language, carrierCallId })];
};

/** Records beside all later actions until the call ends. The first of the two channels is the person's. */
const recordInto = (url: string): Action => ({
  action: "record",
  format: "wav",
  split: "conversation",
  eventUrl: [url],
  eventMethod: "POST",
});

const toActions = (next: NextStep, call: { language: string; carrierCallId: string }): Action[] => {
  switch (next.kind) {
    case "listen":
      return [listen(next, call.language)];
    case "transfer":
      return transfer(next, call.carrierCallId);
    case "hold":
      return [wait(next)];
    case "join":
      return join(next, call.carrierCallId);
    case "relay":
      throw new TypeError("Vonage relays no words: its conversations are held in turns");
    // A call that requests instructions is already answered: it can be ended, but not rejected as busy.
    case "reject":
    case "hang_up":
      return [];
  }
};

const listen = (step: Extract<NextStep, { kind: "listen" }>, language: string): Action => {
  const silenceSeconds = Math.min(LONGEST_SILENCE_SECONDS, Math.max(1, Math.round(step.silenceSeconds)));
  return {
    action: "input",
    type: ["speech", "dtmf"],
    speech: {
      language: chooseHeardLanguage(language),
      endOnSilence: END_OF_WORDS_SECONDS,
      startTimeout: silenceSeconds,
    },
    dtmf: { timeOut: Math.min(LONGEST_KEY_PAUSE_SECONDS, silenceSeconds), maxDigits: 20 },
    eventUrl: [step.turnUrl],
    eventMethod: "POST",
  };
};

/** The longest wait for keys. */
const LONGEST_WAIT_SECONDS = 10;

/** Vonage has no pause: it waits for keys, and tells that none came. */
const wait = ({ askUrl, seconds }: Extract<NextStep, { kind: "hold" }>): Action => ({
  action: "input",
  type: ["dtmf"],
  dtmf: { timeOut: Math.min(LONGEST_WAIT_SECONDS, Math.max(1, Math.round(seconds))), maxDigits: 1 },
  eventUrl: [askUrl],
  eventMethod: "POST",
});

/** The conversation ends for both when one of them hangs up; `notify` asks what comes next where the call goes on. */
const join = ({ conference, afterUrl }: Extract<NextStep, { kind: "join" }>, carrierCallId: string): Action[] => [
  { action: "conversation", name: conference, startOnEnter: true, endOnExit: true },
  {
    action: "notify",
    payload: { ringdown: TRANSFER_OVER },
    eventUrl: [withCall(afterUrl, carrierCallId)],
    eventMethod: "POST",
  },
];

/** When nobody can be reached, the answer to that event is what comes next; after a finished transfer `notify` asks. */
const transfer = (step: Extract<NextStep, { kind: "transfer" }>, carrierCallId: string): Action[] => {
  const eventUrl = [withCall(step.afterUrl, carrierCallId)];
  return [
    {
      action: "connect",
      endpoint: [{ type: "phone", number: toVonageNumber(step.to) }],
      from: toVonageNumber(step.callerId),
      timeout: Math.max(1, Math.round(step.ringTimeoutSeconds)),
      eventType: "synchronous",
      eventUrl,
      eventMethod: "POST",
    },
    { action: "notify", payload: { ringdown: TRANSFER_OVER }, eventUrl, eventMethod: "POST" },
  ];
};

/** Splits a text into pieces that a voice accepts. Within `<speak>` Vonage would read markup in it. */
const toSpeakable = (text: string): string[] => {
  const plain = text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .replace(/<(?=speak\b)/gi, " ")
    .trim();
  const pieces: string[] = [];
  for (let rest = plain; rest !== ""; ) {
    const cut = rest.length <= MOST_CHARACTERS ? rest.length : lastBreak(rest.slice(0, MOST_CHARACTERS));
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return pieces;
};

/** Returns the best cut: after a sentence, else between words, else anywhere but within a character. */
const lastBreak = (piece: string): number => {
  const sentence = Math.max(...[". ", "! ", "? "].map((mark) => piece.lastIndexOf(mark) + 1));
  if (sentence > 0) return sentence;
  const word = piece.lastIndexOf(" ");
  if (word > 0) return word;
  return /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
};
