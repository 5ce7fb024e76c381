import type { CallInstructions, CarrierDocument, NextStep } from "../../../../domain/call/call-instructions.ts";
import { type Ncco, nccoDocument } from "./vonage-requests.ts";

/**
 * Returns what a call with this document does. Throws when Vonage would refuse it, or do more than instructions can
 * express.
 */
export const followNcco = ({ contentType, body }: CarrierDocument): CallInstructions => {
  if (contentType !== "application/json") throw new Error(`Vonage refuses a document of ${contentType}`);
  const actions = nccoDocument.parse(JSON.parse(body));
  const talks = actions.flatMap((each) => (each.action === "talk" || each.action === "stream" ? [each] : []));
  const rest = actions.filter((each) => each.action !== "talk" && each.action !== "stream");
  const firstOther = actions.findIndex((each) => each.action !== "talk" && each.action !== "stream");
  if (firstOther >= 0 && firstOther < talks.length) throw new Error("words come after something else");
  const languages = new Set(
    [...talks.map((each) => (each.action === "talk" ? each.language : undefined)), ...rest.map(languageOf)].filter(
      Boolean,
    ),
  );
  if (languages.size > 1) throw new Error(`several languages: ${[...languages].join(", ")}`);
  return {
    say: talks.map((each) => (each.action === "talk" ? each.text : { play: each.streamUrl[0] ?? "" })),
    language: [...languages][0] ?? "en-US",
    next: toNext(rest, talks.length > 0 && talks.every((each) => each.bargeIn === true)),
  };
};

const languageOf = (action: Ncco[number]): string | undefined =>
  action.action === "input" ? action.speech?.language : undefined;

const toNext = (rest: Ncco, interruptible: boolean): NextStep => {
  const [first, second, ...more] = rest;
  if (!first) return { kind: "hang_up" };
  if (first.action === "input" && !second) {
    const { speech, dtmf, eventUrl, type } = first;
    if (type.join() === "dtmf" && dtmf?.maxDigits === 1)
      return { kind: "hold", askUrl: eventUrl[0] ?? "", seconds: dtmf.timeOut ?? 0 };
    if (type.join() !== "speech,dtmf" || !speech || !dtmf) throw new Error("listens for less than speech and digits");
    return { kind: "listen", turnUrl: eventUrl[0] ?? "", silenceSeconds: speech.startTimeout ?? 0, interruptible };
  }
  if (first.action === "connect" && second?.action === "notify" && more.length === 0) {
    const { endpoint, from, timeout, eventUrl } = first;
    if (second.eventUrl[0] !== eventUrl?.[0]) throw new Error("the end of a transfer is told elsewhere");
    const afterUrl = withoutCall(eventUrl?.[0] ?? "");
    const to = `+${endpoint[0]?.number}`;
    return { kind: "transfer", to, callerId: `+${from}`, ringTimeoutSeconds: timeout ?? 60, afterUrl };
  }
  if (first.action === "conversation" && second?.action === "notify" && more.length === 0) {
    if (first.startOnEnter === false || first.endOnExit !== true) throw new Error("it does not end for both");
    return { kind: "join", conference: first.name, otherCallId: null, afterUrl: withoutCall(second.eventUrl[0] ?? "") };
  }
  throw new Error(`more than instructions can say: ${JSON.stringify(rest)}`);
};

/** Addresses of events that name no call have it in them, at the end. */
const withoutCall = (url: string): string => url.replace(/[?&]call=[\w-]+$/, "");
