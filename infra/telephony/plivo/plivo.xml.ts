import type { CallInstructions, CarrierDocument, NextStep } from "../../../domain/call/call-instructions.ts";
import { DAY_SECONDS } from "../../../domain/time/durations.rules.ts";
import { escapeXml, writeElement, writeResponseDocument } from "../xml-writer.ts";
import { toPlivoNumber } from "./plivo.phone-number.ts";
import { chooseHeardLanguage, findPlivoVoice } from "./plivo.voice.ts";

/** Plivo listens at least five seconds and at most sixty. */
const LISTENING_SECONDS = { least: 5, most: 60 };
/**
 * With a silence this short the platform does not listen, but fetches the rest of the sentence, for which five seconds would be too
 * long.
 */
const LONGEST_PAUSE_SECONDS = 1;
/** Plivo ends calls after a day; without a limit a recording would end after a minute. */
const LONGEST_RECORDING_SECONDS = DAY_SECONDS;

/** Added to a turn's URL for silence: Plivo then continues with the element after the one that listens. */
const SILENCE = "silence=true";

/** Converts instructions to Plivo's XML. Plivo reports at `statusUrl` when a recording is available. */
export const toPlivoXml = (instructions: CallInstructions, statusUrl: string): CarrierDocument => {
  const parts = [
    ...(instructions.record ? [recordElement(statusUrl)] : []),
    ...(isSpokenWhileListening(instructions) ? [] : speakElements(instructions)),
    ...digitElements(instructions),
    ...nextElements(instructions),
  ];
  return writeResponseDocument(parts);
};

/** Tells whether the request was sent after silence. */
export const isAskedAfterSilence = (url: string): boolean => new RegExp(`[?&]${SILENCE}(&|#|$)`).test(url);

/** Only speech inside the element that listens can be interrupted, and digits cannot be played there. */
const isSpokenWhileListening = ({ next, playDigits }: CallInstructions): boolean =>
  next.kind === "listen" && !isPause(next) && next.interruptible && !playDigits;

type Listening = Extract<NextStep, { kind: "listen" }>;

const isPause = ({ silenceSeconds }: Listening): boolean => silenceSeconds <= LONGEST_PAUSE_SECONDS;

const recordElement = (statusUrl: string): string =>
  writeElement("Record", {
    recordSession: "true",
    redirect: "false",
    maxLength: LONGEST_RECORDING_SECONDS,
    // Each side is recorded in its own channel.
    fileFormat: "wav",
    recordChannelType: "stereo",
    callbackUrl: statusUrl,
    callbackMethod: "POST",
  });

const speakElements = ({ say, language: agentLanguage, voice: wanted }: CallInstructions): string[] => {
  const { language, voice, speed } = findPlivoVoice(wanted, agentLanguage);
  const speak = (words: string): string[] => {
    const text = escapeXml(words);
    if (text.trim() === "") return [];
    const rate = speed === undefined ? null : `${Math.round(speed * 100)}%`;
    const content = rate === null ? text : writeElement("prosody", { rate }, text);
    return [writeElement("Speak", { ...(voice && { voice }), language }, content)];
  };
  return say.flatMap((each) =>
    typeof each === "string" ? speak(each) : [writeElement("Play", {}, escapeXml(each.play))],
  );
};

/** Plivo cannot play the digits A to D. */
const digitElements = ({ playDigits }: CallInstructions): string[] => {
  const digits = playDigits?.replace(/[^0-9*#w]/g, "") ?? "";
  return digits === "" ? [] : [writeElement("DTMF", { async: "false" }, digits)];
};

const nextElements = (instructions: CallInstructions): string[] => {
  const { next, say } = instructions;
  switch (next.kind) {
    case "hang_up":
      return [writeElement("Hangup", {})];
    case "listen":
      return listenElements(instructions, next);
    case "transfer":
      return [transferElement(next)];
    case "hold":
      return [
        writeElement("Wait", { length: Math.max(1, Math.round(next.seconds)) }),
        writeElement("Redirect", { method: "POST" }, escapeXml(afterSilence(next.askUrl))),
      ];
    case "join":
      return [joinElement(next)];
    case "reject":
      return [say.length > 0 ? writeElement("Hangup", {}) : writeElement("Hangup", { reason: REASONS[next.reason] })];
    case "relay":
      throw new Error("Plivo does not relay words: its conversations are held turn by turn");
  }
};

const REASONS = { busy: "busy", unavailable: "rejected" } as const;

const listenElements = (instructions: CallInstructions, next: Listening): string[] => {
  const first = isPause(next)
    ? writeElement("Wait", { length: LONGEST_PAUSE_SECONDS, silence: "true" })
    : listenElement(instructions, next);
  return [first, writeElement("Redirect", { method: "POST" }, escapeXml(afterSilence(next.turnUrl)))];
};

const afterSilence = (url: string): string => `${url}${url.includes("?") ? "&" : "?"}${SILENCE}`;

const joinElement = ({ conference, afterUrl }: Extract<NextStep, { kind: "join" }>): string =>
  writeElement(
    "Conference",
    {
      action: afterUrl,
      method: "POST",
      redirect: "true",
      startConferenceOnEnter: "true",
      endConferenceOnExit: "true",
      maxMembers: 2,
    },
    escapeXml(conference),
  );

/** `log`: keeps Plivo from storing what people say. */
const listenElement = (instructions: CallInstructions, next: Listening): string => {
  const { least, most } = LISTENING_SECONDS;
  const attributes = {
    action: next.turnUrl,
    method: "POST",
    inputType: "dtmf speech",
    executionTimeout: Math.min(most, Math.max(least, Math.round(next.silenceSeconds))),
    digitEndTimeout: 2,
    finishOnKey: "none",
    language: chooseHeardLanguage(instructions.language),
    log: "false",
    redirect: "true",
  };
  const spoken = isSpokenWhileListening(instructions) ? speakElements(instructions).join("") : "";
  return writeElement("GetInput", attributes, spoken);
};

const transferElement = (next: Extract<NextStep, { kind: "transfer" }>): string =>
  writeElement(
    "Dial",
    {
      action: next.afterUrl,
      method: "POST",
      redirect: "true",
      timeout: Math.max(1, Math.round(next.ringTimeoutSeconds)),
      callerId: toPlivoNumber(next.callerId),
    },
    writeElement("Number", {}, escapeXml(toPlivoNumber(next.to))),
  );
