import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { agentVoiceSchema } from "../domain/agent/agent-voice.ts";
import { SIP } from "../domain/call/carrier-account.ts";
import type { LivekitSettings } from "../infra/livekit/livekit-settings.ts";
import { SPOKEN_SAMPLE_RATE } from "../infra/models/speech.ts";
import { listSupervisorProcesses } from "../infra/postgres/supervision/supervision.repository.ts";
import { buildCallAddresses } from "../infra/telephony/call-addresses.ts";
import { hangUpPerson, recordAnswer, transferPerson } from "../infra/telephony/sip/sip.command.ts";
import { MACHINE_EVENT, PERSON_LEFT_EVENT, toToneEvent } from "../infra/telephony/sip/sip.event.ts";
import { reportCall } from "../infra/telephony/sip/sip.report-call.ts";
import { signBody } from "../infra/telephony/sip/sip.signature.ts";
import { type SipTurn, writeTurn } from "../infra/telephony/sip/sip.turn.ts";
import type { ActiveCall, Ending, MediaDependencies, VoiceCall } from "./active-call.ts";
import { isDeadLine, type LineTone } from "./hearing/line-tones.ts";
import { openMeteredModels } from "./metered-models.ts";
import { joinCalls, waitSilently } from "./room/joined-calls.ts";
import { superviseTalk } from "./room/supervised-talk.ts";
import { buildSupervisorUrl, openSupervisorLine } from "./room/supervisor-line.ts";
import type { RoomEvents, VoiceRoom } from "./room/voice-room.ts";
import { fetchPrerecordedAudio } from "./speaking/prerecorded-audio.ts";
import { createSpeechPlayer } from "./speaking/speech-player.ts";

interface PhoneCall {
  deps: { livekit: LivekitSettings } & Pick<
    MediaDependencies,
    "apiUrl" | "logger" | "database" | "guardedRequests" | "prices" | "tokens" | "clock"
  >;
  call: VoiceCall;
  runConversation(active: ActiveCall): Promise<void>;
  /** Joins the room of a call out to the person who takes this caller, to whom the caller is heard. */
  joinOther(carrierCallId: string): Promise<VoiceRoom>;
  releaseSlot(): void;
}

/** The instructions that a call over a SIP trunk can carry out; the API sends no others. */
const instructionsSchema = z.object({
  say: z.array(z.union([z.string(), z.object({ play: z.string() })])),
  language: z.string(),
  voice: agentVoiceSchema.optional(),
  playDigits: z.string().optional(),
  next: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("hang_up") }),
    z.object({ kind: z.literal("relay"), webSocketUrl: z.string(), afterUrl: z.string() }),
    z.object({
      kind: z.literal("transfer"),
      to: z.string(),
      ringTimeoutSeconds: z.number(),
      afterUrl: z.string(),
    }),
    z.object({ kind: z.literal("hold"), askUrl: z.string(), seconds: z.number() }),
    z.object({ kind: z.literal("join"), otherCallId: z.string().nullable(), afterUrl: z.string() }),
  ]),
});
type Instructions = z.output<typeof instructionsSchema>;

interface Question {
  url: string;
  turn: SipTurn;
}

const ASK_WITHIN_MS = 10_000;
const ASK_AGAIN_AFTER_MS = 1000;
/** Whoever takes a caller is hung up on so soon after the caller has gone, also where no worker does it. */
const LOOK_FOR_CALLER_EVERY_MS = 3000;
const TELL_OF_TRANSFER_FOR_MS = 30_000;

/**
 * Does what a carrier's own service does elsewhere: asks the API what an answered call does next, does it, and asks again, until
 * the call is over or the person has hung up.
 */
export const runPhoneCall = async (phone: PhoneCall, active: ActiveCall): Promise<void> => {
  const { deps, call, releaseSlot } = phone;
  const stopped = new AbortController();
  let ending: Ending | null = null;
  const end = (how: Ending) => {
    ending ??= how;
    if (how.kind !== "over") stopped.abort();
    active.end(how);
  };
  /**
   * When this process has lost LiveKit, the person may still be in the room: another process continues, and nothing is reported.
   */
  const hasLeft = () => ending?.kind === "person_left";
  const signal = AbortSignal.any([active.signal, stopped.signal]);
  const room = listenOnce(active.room, end);
  const addresses = addressesOf(phone);
  const { runUuid } = call.address;
  recordAnswer(deps.livekit, carrierCallIdOf(call)).catch((err: unknown) =>
    deps.logger.warn({ err, run_uuid: runUuid }, "LiveKit was not told that a call was answered"),
  );
  try {
    let question: Question | null = { url: addresses.answerUrl, turn: { kind: "begin", answeredBy: null } };
    while (question !== null && !signal.aborted) {
      const instructions: Instructions = await ask(phone, question, signal);
      question = await carryOut(phone, instructions, { ...active, room, end, signal });
      room.awaitNextTalk();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (hasLeft()) {
    // The API may be away for a while, and the next call must not wait for this slot.
    releaseSlot();
    await reportCall(deps.livekit, { ...reportOf(phone), ...PERSON_LEFT_EVENT });
  }
};

/** LiveKit SIP names a caller's call; an outgoing one has its run's uuid, even before the row says so. */
const carrierCallIdOf = ({ run }: VoiceCall): string =>
  (run.direction === "inbound" ? run.carrier_call_id : null) ?? run.uuid;

const addressesOf = ({ deps, call: { address } }: PhoneCall) =>
  buildCallAddresses(deps.apiUrl, { provider: SIP, ...address });

/** Returns the fields of every report about this call. */
const reportOf = (phone: PhoneCall) => ({
  runUuid: phone.call.address.runUuid,
  statusUrl: addressesOf(phone).statusUrl,
});

/** Carries out instructions and returns the next question; null: the call has ended, or another service has it. */
const carryOut = async (phone: PhoneCall, instructions: Instructions, active: ActiveCall): Promise<Question | null> => {
  const { deps, call } = phone;
  const { next, playDigits = "" } = instructions;
  await speak(phone, instructions, active);
  await pressDigits(active, playDigits);
  if (active.signal.aborted) return null;
  switch (next.kind) {
    case "hang_up":
      await hangUpPerson(deps.livekit, carrierCallIdOf(call));
      return null;
    case "relay":
      await talkOver(phone, next.webSocketUrl, active);
      return { url: atApi(deps, next.afterUrl), turn: { kind: "relay_ended" } };
    case "transfer":
      return transfer(phone, next);
    case "hold":
      await waitSilently(active.room, { ...waitingOn(active), ms: next.seconds * 1000 });
      return { url: atApi(deps, next.askUrl), turn: { kind: "silence" } };
    case "join":
      return join(phone, next, active);
  }
};

/** Nothing is heard on the call but its end. */
const waitingOn = ({ end, signal }: ActiveCall) => ({ ends: silentUntilTalk(end, []), signal });

/**
 * Connects a caller with the person who takes them, in whose own call nothing is to be done but to see whether the caller is still
 * there. Supervisors of the caller's call hear both. When the room of the other call is lost the API says whether both are joined again.
 */
const join = async (
  phone: PhoneCall,
  { otherCallId, afterUrl }: Extract<Instructions["next"], { kind: "join" }>,
  active: ActiveCall,
): Promise<Question> => {
  const { deps, call, joinOther } = phone;
  const url = atApi(deps, afterUrl);
  const { room } = active;
  if (otherCallId === null) {
    await waitSilently(room, { ...waitingOn(active), ms: LOOK_FOR_CALLER_EVERY_MS });
    return { url, turn: { kind: "relay_ended" } };
  }
  const enter = () =>
    joinOther(otherCallId).catch((err: unknown) => {
      deps.logger.warn({ err, run_uuid: call.run.uuid }, "the room of the person who takes a caller was not entered");
      return null;
    });
  const supervised = superviseJoined(phone, room);
  const end = await joinCalls({ room: supervised.room, joinOther: enter, ...waitingOn(active) }).finally(
    supervised.close,
  );
  if (end === "left") return { url, turn: { kind: "transfer_ended", outcome: "answered" } };
  await waitSilently(room, { ...waitingOn(active), ms: ASK_AGAIN_AFTER_MS });
  return { url, turn: { kind: "silence" } };
};

const superviseJoined = ({ deps, call: { address, run } }: PhoneCall, room: VoiceRoom) =>
  superviseTalk(room, {
    listProcesses: () => deps.database.inOrganization(run.organization_id, (tx) => listSupervisorProcesses(tx, run.id)),
    openLine: (at) => openSupervisorLine(buildSupervisorUrl(deps, address, at), () => {}),
    onFailure: (err) =>
      deps.logger.warn({ err, run_uuid: run.uuid }, "who supervises the talk of a caller could not be read"),
  });

/** Transfers the call. The person leaves once they are connected, so the API is told first, and the call ends as transferred. */
const transfer = async (
  phone: PhoneCall,
  next: Extract<Instructions["next"], { kind: "transfer" }>,
): Promise<Question | null> => {
  const { deps, call } = phone;
  const outcome = await transferPerson(deps.livekit, carrierCallIdOf(call), next);
  const question: Question = { url: atApi(deps, next.afterUrl), turn: { kind: "transfer_ended", outcome } };
  if (outcome !== "answered") return question;
  await ask(phone, question, AbortSignal.timeout(TELL_OF_TRANSFER_FOR_MS));
  return null;
};

/** Talks until the agent ends the conversation, or its part in it. */
const talkOver = async (phone: PhoneCall, url: string, active: ActiveCall): Promise<void> => {
  const { deps, call, runConversation } = phone;
  const over = new AbortController();
  const end = (how: Ending) => {
    over.abort();
    if (how.kind !== "over") active.end(how);
  };
  const wordsUrl = atApi(deps, url).replace(/^http/, "ws");
  const onMachine = () => void reportCall(deps.livekit, { ...reportOf(phone), ...MACHINE_EVENT });
  const onTone = async (tone: LineTone) => {
    await reportCall(deps.livekit, { ...reportOf(phone), ...toToneEvent(tone) });
    if (isDeadLine(tone)) await hangUpPerson(deps.livekit, carrierCallIdOf(call));
  };
  await runConversation({
    ...active,
    wordsUrl,
    end,
    signal: AbortSignal.any([active.signal, over.signal]),
    ...(call.detectsMachine && { onMachine }),
    ...(call.run.direction === "outbound" && {
      onTone: (tone) =>
        void onTone(tone).catch((err: unknown) => deps.logger.warn({ err, tone }, "a busy line was not hung up")),
    }),
  });
};

/** Returns the address at which this process reaches the API; instructions name the public one. */
const atApi = ({ apiUrl }: { apiUrl: string }, url: string): string => `${apiUrl}${url.slice(url.indexOf("/api/v1/"))}`;

const speak = async (
  { deps, call }: PhoneCall,
  { say, language }: Instructions,
  { room, signal }: ActiveCall,
): Promise<void> => {
  if (say.length === 0 || signal.aborted) return;
  const { speak: speakText, settle } = openMeteredModels(deps, { ...call, language: () => language }, () => {});
  const player = createSpeechPlayer({
    speak: speakText,
    fetchRecording: fetchPrerecordedAudio,
    speaker: room.speaker,
    sampleRate: SPOKEN_SAMPLE_RATE,
    onSound: () => {},
    onFailure: (err) => deps.logger.warn({ err }, "a sentence was not spoken: the voice's model failed"),
  });
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    for (const each of say) {
      if (typeof each === "string") player.say(each, { interruptible: false });
      else player.play(each.play, { interruptible: false });
    }
    player.finish(resolve);
  });
  player.reset();
  await settle().catch((err: unknown) => deps.logger.warn({ err }, "the cost of a call's speech was not added to it"));
};

const PAUSE_MS = 500;

const pressDigits = async ({ room, signal }: ActiveCall, digits: string): Promise<void> => {
  for (const digit of digits) {
    if (signal.aborted) return;
    await (digit === "w" ? delay(PAUSE_MS) : room.pressDigits(digit));
  }
};

/** Asks until the API answers or the call is over, because a restart of the API must not end a call. */
const ask = async ({ deps, call }: PhoneCall, { url, turn }: Question, signal: AbortSignal): Promise<Instructions> => {
  const body = writeTurn(call.address.runUuid, turn);
  for (;;) {
    const answer = await askOnce(deps.livekit, { url, body, signal }).catch((err: unknown) => {
      signal.throwIfAborted();
      deps.logger.warn({ err, run_uuid: call.address.runUuid }, "the API was not reached for instructions");
      return null;
    });
    if (answer?.ok) return instructionsSchema.parse(await answer.json());
    if (answer && answer.status < 500) throw new Error(`the API answered a call's question with ${answer.status}`);
    await delay(ASK_AGAIN_AFTER_MS, undefined, { signal });
  }
};

const askOnce = async (
  livekit: LivekitSettings,
  { url, body, signal }: { url: string; body: string; signal: AbortSignal },
): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { authorization: await signBody(livekit, body), "content-type": "application/json" },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_WITHIN_MS)]),
  });

/**
 * Listens to the room once and lets the listener be replaced, because after a failed transfer the conversation goes on. A
 * conversation first gets the keys that were pressed before it.
 */
const listenOnce = (room: VoiceRoom, end: (how: Ending) => void): VoiceRoom & { awaitNextTalk(): void } => {
  const pressed: string[] = [];
  let current = silentUntilTalk(end, pressed);
  room.listen({
    sound: (frame) => current.sound(frame),
    soundMissing: () => current.soundMissing(),
    soundEnded: () => current.soundEnded(),
    written: (text) => current.written(text),
    digit: (digit) => current.digit(digit),
    personLeft: () => current.personLeft(),
    failed: (error) => current.failed(error),
  });
  return {
    ...room,
    listen: (events) => {
      current = events;
      for (const digit of pressed.splice(0)) events.digit(digit);
    },
    awaitNextTalk: () => {
      current = silentUntilTalk(end, pressed);
    },
  };
};

const silentUntilTalk = (end: (how: Ending) => void, pressed: string[]): RoomEvents => ({
  sound: async () => {},
  soundMissing: () => {},
  soundEnded: () => {},
  written: () => {},
  digit: (digit) => void pressed.push(digit),
  personLeft: () => end({ kind: "person_left" }),
  failed: (error) => end({ kind: "failed", error }),
});
