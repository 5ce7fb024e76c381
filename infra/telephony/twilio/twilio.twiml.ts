import type { CallInstructions, CarrierDocument, NextStep } from "../../../domain/call/call-instructions.ts";
import { chooseSpokenLanguage } from "../voice-mapping.ts";
import { escapeXml, writeElement, writeResponseDocument } from "../xml-writer.ts";
import { findTwilioVoice } from "./twilio.voice.ts";

/**
 * A mark in the address identifies Twilio's next request: an empty `<Gather>` sends nothing that would distinguish it
 * from a call that was just answered. The signature covers the mark.
 */
export const ASKED_AFTER = "twilio";
export type AskedAfter = "gather" | "connect" | "dial";

/** Converts instructions to TwiML. Twilio reports at `statusUrl` when a recording is available. */
export const toTwiml = (instructions: CallInstructions, statusUrl: string): CarrierDocument => {
  const parts = [
    ...(instructions.record ? [recordingElement(statusUrl)] : []),
    ...(isSpokenWhileListening(instructions.next) ? [] : spokenElements(instructions)),
    ...nextElements(instructions),
  ];
  return writeResponseDocument(parts);
};

/** Speech inside `<Gather>` is cut off as soon as the person speaks or presses a key. */
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
  const attributes = { ...(name && { voice: name }), language: languageOf(chooseSpokenLanguage(voice, language)) };
  const spoken = say.map((each) =>
    typeof each === "string"
      ? writeElement("Say", attributes, escapeXml(each))
      : writeElement("Play", {}, escapeXml(each.play)),
  );
  return [...spoken, ...digitElements(playDigits ?? "")];
};

/** Twilio cannot play the digits A to D. */
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
    case "hold":
      return [
        writeElement("Pause", { length: String(Math.max(1, Math.round(next.seconds))) }),
        // Told as a listening without a word: the caller has waited.
        writeElement("Redirect", { method: "POST" }, escapeXml(askedAt(next.askUrl, "gather"))),
      ];
    case "join":
      return [joinElement(next)];
    case "reject":
      // Rejecting costs nothing but says nothing: with text the call is answered and ended.
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
      // Every key counts as input; a pause ends the digits.
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
      // Keys count as input whether or not they interrupt.
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

/** Whoever waits there hears Twilio's music; when one of the two hangs up, the other one's call asks what comes next. */
const joinElement = (next: Extract<NextStep, { kind: "join" }>): string =>
  writeElement(
    "Dial",
    { action: askedAt(next.afterUrl, "dial"), method: "POST" },
    writeElement(
      "Conference",
      { beep: "false", startConferenceOnEnter: "true", endConferenceOnExit: "true", maxParticipants: "2" },
      escapeXml(next.conference),
    ),
  );

const askedAt = (url: string, after: AskedAfter): string =>
  `${url}${url.includes("?") ? "&" : "?"}${ASKED_AFTER}=${after}`;

/** An invalid language would make the document invalid, and Twilio would hang up. */
const languageOf = (language: string): string =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? language : "en-US";
