import type { CallInstructions, NextStep } from "../../../../../domain/call/call-instructions.ts";
import { readTwiml, type TwimlElement } from "./twiml-reader.ts";

/** Returns what a call with this document does. Throws when it is more than our instructions can express. */
export const followTwiml = (document: string): CallInstructions => {
  const all = readTwiml(document).children.filter(({ name }) => name !== "Start");
  // What is waited for between the words and the next question is a part of the step.
  const pause = all.at(-1)?.name === "Redirect" ? all.at(-2) : undefined;
  const verbs = all.filter((each) => each !== pause);
  const last = verbs.at(-1);
  if (!last) throw new Error("the call would end without a word");
  const spoken = [...verbs.slice(0, -1), ...(last.name === "Gather" ? last.children : [])];
  const digits = spoken.flatMap(({ attributes }) => attributes["digits"] ?? []);
  if (!spoken.every(({ name }) => name === "Say" || name === "Play"))
    throw new Error(`more than one step: ${document}`);
  return {
    say: spoken
      .filter(({ attributes }) => attributes["digits"] === undefined)
      .map(({ name, text }) => (name === "Play" ? { play: text } : text)),
    language: languageOf([...spoken, last, ...last.children]),
    ...(digits.length > 0 && { playDigits: digits.join("") }),
    next: pause ? toHold(pause, last) : toNextStep(last),
  };
};

/** Returns the one language of all elements; without any, Twilio's default. */
const languageOf = (elements: readonly TwimlElement[]): string => {
  const languages = new Set(elements.flatMap(({ attributes }) => attributes["language"] ?? []));
  if (languages.size > 1) throw new Error(`several languages: ${[...languages].join(", ")}`);
  return [...languages][0] ?? "en-US";
};

/** The address without the mark that tells the adapter what was asked after. */
const unmarked = (url = "") => url.replace(/[?&]twilio=\w+$/, "");

const toHold = (pause: TwimlElement, redirect: TwimlElement): NextStep => {
  if (pause.name !== "Pause" || redirect.attributes["method"] !== "POST")
    throw new Error("nobody waits to be asked again");
  return { kind: "hold", askUrl: unmarked(redirect.text), seconds: Number(pause.attributes["length"]) };
};

const toNextStep = ({ name, attributes, children }: TwimlElement): NextStep => {
  const [noun] = children;
  if (name === "Hangup") return { kind: "hang_up" };
  if (name === "Reject") return { kind: "reject", reason: attributes["reason"] === "busy" ? "busy" : "unavailable" };
  if (name === "Gather") {
    return {
      kind: "listen",
      turnUrl: unmarked(attributes["action"]),
      silenceSeconds: Number(attributes["timeout"]),
      interruptible: attributes["bargeIn"] === "true" && children.length > 0,
    };
  }
  if (name === "Connect" && noun) {
    return {
      kind: "relay",
      webSocketUrl: noun.attributes["url"] ?? "",
      afterUrl: unmarked(attributes["action"]),
      interruptible: noun.attributes["interruptible"] === "any",
    };
  }
  if (name !== "Dial" || !noun) throw new Error(`<${name}> is no step of ours`);
  if (noun.name === "Conference") {
    const { beep, startConferenceOnEnter, endConferenceOnExit, maxParticipants } = noun.attributes;
    if ([beep, startConferenceOnEnter, endConferenceOnExit, maxParticipants].join() !== "false,true,true,2")
      throw new Error("not a conference of two that ends for both");
    return { kind: "join", conference: noun.text, otherCallId: null, afterUrl: unmarked(attributes["action"]) };
  }
  return {
    kind: "transfer",
    to: noun.text,
    callerId: attributes["callerId"] ?? "",
    ringTimeoutSeconds: Number(attributes["timeout"]),
    afterUrl: unmarked(attributes["action"]),
  };
};

/** Returns the voices that a document names, for its words and for a relay. */
export const voicesInTwiml = (document: string): { words: string; relay: string } => {
  const verbs = readTwiml(document).children;
  const relay = verbs.find(({ name }) => name === "Connect")?.children[0]?.attributes ?? {};
  const words = verbs.find(({ name }) => name === "Say")?.attributes ?? {};
  const { ttsProvider = "", voice = "", ttsLanguage = "" } = relay;
  return {
    words: [words["voice"] ?? "", words["language"] ?? ""].join(" ").trim(),
    relay: [ttsProvider, voice, ttsLanguage].join(" ").trim(),
  };
};
