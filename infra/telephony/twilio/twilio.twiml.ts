import type { CallInstructions, CarrierDocument, NextStep } from "../../../domain/call/call-instructions.ts";
import { spokenLanguageOf } from "../voice-mapping.ts";
import { findTwilioVoice } from "./twilio.voice.ts";
import { escapeXml, writeElement, writeResponseDocument } from "../xml-writer.ts";

/**
 * What Twilio asks next is told by a mark in the address it is given: an empty `<Gather>` answers with nothing that
 * would tell it from a call that has just been answered. The signature covers it.
 */
export const ASKED_AFTER = "twilio";
export type AskedAfter = "gather" | "connect" | "dial";

/** Instructions as TwiML. `statusUrl` is told when a recording can be had. */
export const toTwiml = (instructions: CallInstructions, statusUrl: string): CarrierDocument => {
  const parts = [
    ...(instructions.record ? [recordingElement(statusUrl)] : []),
    ...(isSpokenWhileListening(instructions.next) ? [] : spokenElements(instructions)),
    ...nextElements(instructions),
  ];
  return writeResponseDocument(parts);
};

/** What stands inside `<Gather>` is cut off as soon as the person speaks or presses. */
const isSpokenWhileListening = (next: NextStep): boolean => next.kind === "listen" && next.interruptible;

const recordingElement = (statusUrl: string): string =>
  writeElement(
    "Start",
    {},
    writeElement("Recording", {
      channels: "dual",
      recordingStatusCallback: statusUrl,
      recordingStatusCallbackMethod: "POST",
      recordingStatusCallbackEvent: "completed absent",
    }),
  );

const spokenElements = ({ say, language, voice, playDigits }: CallInstructions): string[] => {
  const name = findTwilioVoice(voice, language).say;
  const attributes = { ...(name && { voice: name }), language: languageOf(spokenLanguageOf(voice, language)) };
  const spoken = say.map((each) =>
    typeof each === "string"
      ? writeElement("Say", attributes, escapeXml(each))
      : writeElement("Play", {}, escapeXml(each.play)),
  );
  return [...spoken, ...digitElements(playDigits ?? "")];
};

/** Twilio plays no A to D. */
const digitElements = (playDigits: string): string[] => {
  const digits = playDigits.replace(/[^0-9*#w]/g, "");
  return digits === "" ? [] : [writeElement("Play", { digits })];
};

const nextElements = (instructions: CallInstructions): string[] => {
  const { next, say } = instructions;
  switch (next.kind) {
    case "hang_up":
      return [writeElement("Hangup", {})];
    case "listen":
      return [listenElement(instructions, next)];
    case "relay":
      return [relayElement(next, instructions)];
    case "transfer":
      return [transferElement(next)];
    case "reject":
      // Rejecting costs nothing, but answers nobody: with words the call is taken and ended.
      return [say.length > 0 ? writeElement("Hangup", {}) : writeElement("Reject", { reason: REASONS[next.reason] })];
  }
};

const REASONS = { busy: "busy", unavailable: "rejected" } as const;

const listenElement = (instructions: CallInstructions, next: Extract<NextStep, { kind: "listen" }>): string =>
  writeElement(
    "Gather",
    {
      input: "dtmf speech",
      action: askedAt(next.turnUrl, "gather"),
      method: "POST",
      actionOnEmptyResult: "true",
      timeout: String(Math.max(1, Math.round(next.silenceSeconds))),
      speechTimeout: "auto",
      // Every key is an answer; the end of the digits is a pause.
      finishOnKey: "",
      bargeIn: String(next.interruptible),
      language: languageOf(instructions.language),
    },
    isSpokenWhileListening(next) ? spokenElements(instructions).join("") : "",
  );

const relayElement = (
  next: Extract<NextStep, { kind: "relay" }>,
  { language, voice }: Pick<CallInstructions, "language" | "voice">,
): string =>
  writeElement(
    "Connect",
    { action: askedAt(next.afterUrl, "connect"), method: "POST" },
    writeElement("ConversationRelay", {
      url: next.webSocketUrl,
      language: languageOf(language),
      ...(voice?.language !== undefined && { ttsLanguage: languageOf(voice.language) }),
      ...findTwilioVoice(voice, language).relay,
      interruptible: next.interruptible ? "any" : "none",
      // Keys are answers whether or not they interrupt.
      dtmfDetection: "true",
      reportInputDuringAgentSpeech: next.interruptible ? "any" : "dtmf",
    }),
  );

const transferElement = (next: Extract<NextStep, { kind: "transfer" }>): string =>
  writeElement(
    "Dial",
    {
      action: askedAt(next.afterUrl, "dial"),
      method: "POST",
      timeout: String(Math.max(1, Math.round(next.ringTimeoutSeconds))),
      ...(next.callerId !== "" && { callerId: next.callerId }),
    },
    writeElement("Number", {}, escapeXml(next.to)),
  );

const askedAt = (url: string, after: AskedAfter): string =>
  `${url}${url.includes("?") ? "&" : "?"}${ASKED_AFTER}=${after}`;

/** A language that is none would be an invalid document, and Twilio would hang up on the person. */
const languageOf = (language: string): string =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? language : "en-US";
