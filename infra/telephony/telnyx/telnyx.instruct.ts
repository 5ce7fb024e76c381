import type { CallInstructions, CarrierDocument, NextStep, Utterance } from "../../../domain/call/call-instructions.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { chooseSpokenLanguage } from "../voice-mapping.ts";
import { encodeCallState } from "./telnyx.call-state.ts";
import type { TelnyxClient } from "./telnyx.client.ts";
import { type CallCommand, sendCommand } from "./telnyx.command.ts";
import { fetchStatus } from "./telnyx.fetch-call.ts";
import { RECORD } from "./telnyx.place-call.ts";
import { buildRelayConfig } from "./telnyx.relay.ts";
import { toSpeakLanguage } from "./telnyx.speak-language.ts";
import { findTelnyxVoice } from "./telnyx.voice.ts";

export interface Order {
  carrierCallId: string;
  statusUrl: string;
  instructions: CallInstructions;
}

/** The commands were sent; the answer to Telnyx's webhook does not matter. */
const NOTHING: CarrierDocument = { contentType: "application/json", body: "{}" };

/**
 * Sends commands. Telnyx takes one command at a time and starts it at once, so what follows speech has to wait for the
 * event of its end. Each command carries the remaining instructions (`CallState.resume`), and the event brings them
 * back.
 */
export const sendInstructions = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  order: Order,
): Promise<CarrierDocument> => {
  const send = (command: Omit<CallCommand, "carrierCallId">) =>
    sendCommand(client, credentials, { carrierCallId: order.carrierCallId, ...command });
  if (!needsAnswer(order.instructions)) {
    await sendNext(order, send);
    return NOTHING;
  }
  const call = await fetchStatus(client, credentials, order.carrierCallId);
  if (!call) return NOTHING;
  // An incoming call carries no state until its first command, which answers it.
  if (!call.client_state) await send(answerCommand(order));
  else await goOn(order, send);
  return NOTHING;
};

const isSilent = ({ say, playDigits }: CallInstructions): boolean =>
  !say.some((each) => typeof each !== "string" || each.trim()) && !playDigits;

/** A call can be ended, rejected and transferred unanswered; talking needs an answer. */
const needsAnswer = (instructions: CallInstructions): boolean =>
  instructions.next.kind === "relay" || !isSilent(instructions);

type Send = (command: Omit<CallCommand, "carrierCallId">) => Promise<void>;

const goOn = async (order: Order, send: Send): Promise<void> => {
  const { say, playDigits, ...rest } = order.instructions;
  const { now, later } = splitUtterances(say);
  // A relay speaks its first text itself; recordings are played before it.
  const isGreeting = rest.next.kind === "relay" && !say.some(isRecording);
  if (now !== null && !isGreeting) {
    const resume = { ...rest, say: later, ...(playDigits && { playDigits }), next: afterWords(rest.next) };
    return send(utterCommand(order, { now, resume }));
  }
  // No event reports the end of digits, so the next command follows at once.
  if (playDigits) await send({ action: "send_dtmf", body: { digits: playDigits, ...stateOf(order) } });
  await sendNext(order, send);
};

/** A call that waits to be connected with another one needs no command. */
const sendNext = async (order: Order, send: Send): Promise<void> => {
  const { next } = order.instructions;
  if (next.kind !== "join" || next.otherCallId !== null) await send(nextCommand(order));
};

/** A caller who was given a reason is hung up on instead of rejected. */
const afterWords = (next: CallInstructions["next"]): CallInstructions["next"] =>
  next.kind === "reject" ? { kind: "hang_up" } : next;

const stateOf = ({ statusUrl }: Order, resume?: CallInstructions) => ({
  client_state: encodeCallState({ statusUrl, ...(resume && { resume }) }),
});

const MOST_CHARACTERS = 3000;

const isRecording = (each: Utterance): each is { play: string } => typeof each !== "string";

/** Returns the text or recording of the next command, and the rest. Consecutive texts are said by one command. */
const splitUtterances = (say: readonly Utterance[]): { now: Utterance | null; later: Utterance[] } => {
  const all = say.filter((each) => isRecording(each) || each.trim() !== "");
  const [first] = all;
  if (first === undefined) return { now: null, later: [] };
  if (isRecording(first)) return { now: first, later: all.slice(1) };
  const firstRecording = all.findIndex(isRecording);
  const wordsUntil = firstRecording === -1 ? all.length : firstRecording;
  const words = all.slice(0, wordsUntil).filter((each): each is string => !isRecording(each));
  const [now, more] = splitWords(words.join(" ").trim());
  return { now, later: [...(more ? [more] : []), ...all.slice(wordsUntil)] };
};

const utterCommand = (
  order: Order,
  { now, resume }: { now: Utterance; resume: CallInstructions },
): Omit<CallCommand, "carrierCallId"> =>
  isRecording(now)
    ? { action: "playback_start", body: { audio_url: now.play, ...stateOf(order, resume) } }
    : speakCommand(order, { words: now, resume });

/** Splits a text at a space into the part that one command may say, and the rest. */
const splitWords = (text: string): [now: string, later: string] => {
  if (text.length <= MOST_CHARACTERS) return [text, ""];
  const end = text.lastIndexOf(" ", MOST_CHARACTERS);
  const cut = end > 0 ? end : MOST_CHARACTERS;
  return [text.slice(0, cut), text.slice(cut).trim()];
};

const speakCommand = (order: Order, { words, resume }: { words: string; resume: CallInstructions }) => {
  const { language, voice } = order.instructions;
  const spokenBy = findTelnyxVoice(voice, language);
  return {
    action: "speak" as const,
    body: {
      payload: words,
      payload_type: "text",
      voice: spokenBy.voice ?? USUAL_VOICE,
      ...(spokenBy.settings && { voice_settings: spokenBy.settings }),
      language: toSpeakLanguage(chooseSpokenLanguage(voice, language)),
      service_level: "premium",
      ...stateOf(order, resume),
    },
  };
};

/** Telnyx's default voice, which it has for every supported language. */
const USUAL_VOICE = "female";

const relayOf = (next: Extract<NextStep, { kind: "relay" }>, { say, language, voice }: CallInstructions) =>
  buildRelayConfig({
    ...next,
    language,
    ...(voice && { voice }),
    greeting: say
      .filter((each) => typeof each === "string")
      .join(" ")
      .trim(),
  });

const answerCommand = (order: Order): Omit<CallCommand, "carrierCallId"> => {
  const { statusUrl, instructions } = order;
  const { next, record, ...rest } = instructions;
  const told = { webhook_url: statusUrl, webhook_url_method: "POST", ...(record && RECORD) };
  if (next.kind !== "relay" || instructions.playDigits || instructions.say.some(isRecording)) {
    return { action: "answer", body: { ...told, ...stateOf(order, { ...rest, next: afterWords(next) }) } };
  }
  const relay = relayOf(next, instructions);
  const client_state = encodeCallState({ statusUrl, relays: true });
  return { action: "answer", body: { ...told, client_state, conversation_relay_config: relay } };
};

const nextCommand = (order: Order): Omit<CallCommand, "carrierCallId"> => {
  const { statusUrl, instructions, carrierCallId } = order;
  const { next } = instructions;
  switch (next.kind) {
    case "hang_up":
      return { action: "hangup", body: {} };
    case "reject":
      return { action: "reject", body: { cause: next.reason === "busy" ? "USER_BUSY" : "CALL_REJECTED" } };
    case "relay": {
      const relay = relayOf(next, instructions);
      const client_state = encodeCallState({ statusUrl, relays: true });
      return { action: "conversation_relay_start", body: { ...relay, client_state } };
    }
    case "transfer":
      return {
        action: "transfer",
        body: {
          to: next.to,
          from: next.callerId,
          timeout_secs: Math.min(600, Math.max(5, Math.round(next.ringTimeoutSeconds))),
          webhook_url: statusUrl,
          webhook_url_method: "POST",
          ...stateOf(order),
          target_leg_client_state: encodeCallState({ statusUrl, transferOf: carrierCallId }),
        },
      };
    case "hold":
      return {
        action: "gather",
        body: {
          minimum_digits: 1,
          maximum_digits: 1,
          initial_timeout_millis: Math.min(60_000, Math.max(1000, Math.round(next.seconds * 1000))),
          client_state: encodeCallState({ statusUrl, asked: next.askUrl }),
        },
      };
    case "join":
      // Either hangs up for both.
      return { action: "bridge", body: { call_control_id: next.otherCallId, ...stateOf(order) } };
    case "listen":
      throw new Error("Telnyx recognizes speech only over the relay, not between commands");
  }
};
