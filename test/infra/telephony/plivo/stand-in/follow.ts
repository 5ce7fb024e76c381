import type { CallInstructions, CarrierDocument, NextStep } from "../../../../../domain/call/call-instructions.ts";
import { type PlivoElement, readPlivoDocument } from "./document.ts";

/** Returns what a call with this document does. Throws when it would do more than instructions can express. */
export const followPlivoDocument = ({ contentType, body }: CarrierDocument): CallInstructions => {
  if (!/^(text|application)\/xml/.test(contentType)) throw new Error(`not XML: ${contentType}`);
  const elements = [...readPlivoDocument(body)];
  const takeAll = (...names: string[]): PlivoElement[] => {
    const end = elements.findIndex((each) => !names.includes(each.name));
    return elements.splice(0, end === -1 ? elements.length : end);
  };
  const record = takeAll("Record").length > 0;
  const spoken = takeAll("Speak", "Play");
  const digits = takeAll("DTMF").map(({ text, attributes }) => {
    if (attributes["async"] !== "false") throw new Error("what comes next begins while digits are played");
    return text;
  });
  const [first, ...rest] = elements;
  if (!first) throw new Error("the call ends without being told to");
  const said = [...spoken, ...(first.name === "GetInput" ? first.children : [])];
  const words = said.find(({ name }) => name === "Speak");
  const language = first.attributes["language"] ?? words?.attributes["language"] ?? "en-US";
  return {
    say: said.map(({ name, text, children }) => (name === "Play" ? { play: text } : text || (children[0]?.text ?? ""))),
    language,
    ...(digits.length > 0 && { playDigits: digits.join("") }),
    ...(record && { record }),
    next: nextOf(first, rest),
  };
};

const nextOf = (first: PlivoElement, rest: readonly PlivoElement[]): NextStep => {
  if (first.name === "GetInput") return listening(first, rest);
  if (first.name === "Wait") return pausing(first, rest);
  if (rest.length > 0) throw new Error(`${rest[0]?.name} after ${first.name}`);
  if (first.name === "Conference") return joining(first);
  if (first.name === "Dial") return transferring(first);
  if (first.name !== "Hangup" || "schedule" in first.attributes) throw new Error(`what is ${first.name} for?`);
  const { reason } = first.attributes;
  if (reason === undefined) return { kind: "hang_up" };
  return { kind: "reject", reason: reason === "busy" ? "busy" : "unavailable" };
};

const DEFAULT_LISTENING_SECONDS = 15;

const listening = ({ attributes, children }: PlivoElement, rest: readonly PlivoElement[]): NextStep => {
  const [redirect, ...more] = rest;
  if (redirect?.name !== "Redirect" || more.length > 0) throw new Error("silence ends the call, or does more");
  const turnUrl = attributes["action"] ?? "";
  if (!redirect.text.startsWith(turnUrl)) throw new Error(`silence is told elsewhere: ${redirect.text}`);
  if (attributes["method"] !== "POST" || attributes["redirect"] === "false")
    throw new Error("the turn is not asked for");
  if (attributes["inputType"] !== "dtmf speech") throw new Error("not everything is heard");
  if (attributes["log"] !== "false") throw new Error("Plivo keeps the words");
  const silenceSeconds = Number(attributes["executionTimeout"] ?? DEFAULT_LISTENING_SECONDS);
  return { kind: "listen", turnUrl, silenceSeconds, interruptible: children.length > 0 };
};

/** Nothing is heard meanwhile; afterwards the rest is asked for. */
const pausing = ({ attributes }: PlivoElement, rest: readonly PlivoElement[]): NextStep => {
  const [redirect, ...more] = rest;
  if (redirect?.name !== "Redirect" || more.length > 0) throw new Error("after a pause nothing is asked");
  const turnUrl = redirect.text.replace(/[?&]silence=true$/, "");
  if (attributes["silence"] !== "true") return { kind: "hold", askUrl: turnUrl, seconds: Number(attributes["length"]) };
  return { kind: "listen", turnUrl, silenceSeconds: Number(attributes["length"]), interruptible: false };
};

const joining = ({ attributes, text }: PlivoElement): NextStep => {
  const { startConferenceOnEnter, endConferenceOnExit, maxMembers, redirect, method, action } = attributes;
  if ([startConferenceOnEnter, endConferenceOnExit, maxMembers].join() !== "true,true,2")
    throw new Error("not a conference of two that ends for both");
  if (method !== "POST" || redirect === "false") throw new Error("the end is not asked for");
  return { kind: "join", conference: text, otherCallId: null, afterUrl: action ?? "" };
};

const transferring = ({ attributes, children }: PlivoElement): NextStep => {
  const [number, another] = children;
  if (!number || another) throw new Error("somebody else, and only one");
  if (attributes["method"] !== "POST" || attributes["redirect"] === "false")
    throw new Error("the end is not asked for");
  return {
    kind: "transfer",
    to: `+${number.text}`,
    callerId: `+${attributes["callerId"]}`,
    ringTimeoutSeconds: Number(attributes["timeout"]),
    afterUrl: attributes["action"] ?? "",
  };
};
