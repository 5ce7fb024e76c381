import { setTimeout as delay } from "node:timers/promises";
import { ApplicationFailure } from "@temporalio/common";
import { readSpeechModels, readSpokenLanguage } from "../application/model/read-speech-models.ts";
import { isSpeechReserved } from "../application/model/reserve-speech.ts";
import { readAgentSettings } from "../domain/agent/agent-settings.ts";
import { isCallOver } from "../domain/call/call-states.rules.ts";
import { SIP } from "../domain/call/carrier-account.ts";
import { computePersonLookDelayMs } from "../domain/call/web-call.rules.ts";
import { CALLER_IDENTITY } from "../infra/livekit/room-token.ts";
import { mapSpeechVoice } from "../infra/models/speech-voices.ts";
import { findRun } from "../infra/postgres/call/call-run.repository.ts";
import { findTransferOfLeg, TRANSFER_MODE } from "../infra/postgres/call/call-transfers.repository.ts";
import type { SessionAddress } from "../workflows/session.contract.ts";
import type { ActiveCall, Ending, MediaDependencies, VoiceCall } from "./active-call.ts";
import { runPhoneCall } from "./phone-call.ts";
import { takeSlotInTime, VOICE_LOST } from "./process/call-slots.ts";
import { recordRoom } from "./room/room-recording.ts";
import { openTransport, type Transport } from "./room/transport.ts";
import { joinRoom, type VoiceRoom } from "./room/voice-room.ts";
import { runConversation } from "./run-conversation.ts";

/** Waits for the person of one call, and talks with them until the conversation ends or `signal` aborts. */
export const carryVoice = async (
  deps: MediaDependencies,
  address: SessionAddress,
  signal: AbortSignal,
): Promise<void> => {
  const call = await readVoiceCall(deps, address);
  if (call === null) return;
  const transport = openTransport(deps, call);
  try {
    await waitForPerson(deps, { call, transport }, signal);
    const releaseSlot = call.isPhone
      ? await takeSlotInTime(deps.slots, address.runUuid, signal)
      : deps.slots.take(address.runUuid);
    try {
      await talk(deps, { call, transport }, { signal, releaseSlot });
    } finally {
      releaseSlot();
    }
  } finally {
    transport.release();
  }
};

interface CarriedCall {
  call: VoiceCall;
  transport: Transport;
}

/** Reads the call; null: it is over. */
const readVoiceCall = (deps: MediaDependencies, address: SessionAddress): Promise<VoiceCall | null> =>
  deps.database.inOrganization(address.organizationId, async (tx) => {
    const run = await findRun(tx, address.runUuid);
    if (!run || isCallOver(run)) return null;
    const version = await tx
      .selectFrom("agent_versions")
      .select("configurations")
      .where("id", "=", run.agent_version_id)
      .executeTakeFirstOrThrow();
    const settings = readAgentSettings(version.configurations);
    const { voice, call_recording_enabled, voicemail_detection } = settings;
    const { organizationId } = address;
    const models = await readSpeechModels(tx, { organizationId, settings, secrets: deps.secrets });
    if (models === null) throw speechless(run.provider === SIP);
    const isPhone = run.provider === SIP;
    // Who is asked to take a caller is never recorded, and nothing about the caller is left on their mailbox.
    const isAsked = run.mode === TRANSFER_MODE;
    const asked = isAsked ? await findTransferOfLeg(tx, run.uuid) : undefined;
    const isAskedInOther = asked !== undefined && asked.language !== settings.language;
    return {
      address,
      language: isAskedInOther ? asked.language : readSpokenLanguage(settings),
      voice: mapSpeechVoice(voice, models.tts),
      models,
      isRecorded: call_recording_enabled && !isAsked,
      run: { ...run, isSpeechReserved: await isSpeechReserved(tx, run) },
      isPhone,
      detectsMachine: isPhone && run.direction === "outbound" && (isAsked || voicemail_detection?.enabled === true),
    };
  });

/**
 * Builds the failure for missing models. A call on the telephone is not kept on the line until the organization has models again.
 */
const speechless = (isPhone: boolean): Error => {
  const sentence = "the models for speech were removed: set tts and stt again";
  return isPhone ? ApplicationFailure.nonRetryable(sentence, VOICE_LOST) : new Error(sentence);
};

const waitForPerson = async (
  { logger }: MediaDependencies,
  { call: { address, run, isPhone }, transport }: CarriedCall,
  signal: AbortSignal,
): Promise<void> => {
  // A caller waits for this process: LiveKit answers when it has joined them.
  const isWaitedFor = isPhone && run.direction === "inbound";
  const waitingSinceMs = performance.now();
  for (let failures = 0; ; ) {
    try {
      const found = await transport.findPerson();
      if (found === "there" || (found === "ringing" && isWaitedFor)) return;
      failures = 0;
    } catch (err) {
      if (failures === 0) logger.warn({ err, run_uuid: address.runUuid }, "LiveKit is not reachable; trying again");
      failures += 1;
    }
    // A person for whom it has rung for long is talked with as soon as they answer.
    const waitedMs = isPhone ? 0 : performance.now() - waitingSinceMs;
    await delay(computePersonLookDelayMs(waitedMs), undefined, { signal });
  }
};

const CALLER_LOOK_EVERY_MS = 100;

/** Waits until LiveKit has answered a caller, who would miss earlier words; returns false when they have given up. */
const isAnswered = async (transport: Transport, signal: AbortSignal): Promise<boolean> => {
  for (;;) {
    const found = await transport.findPerson();
    if (found !== "ringing") return found === "there";
    await delay(CALLER_LOOK_EVERY_MS, undefined, { signal });
  }
};

const talk = async (
  deps: MediaDependencies,
  { call, transport }: CarriedCall,
  { signal, releaseSlot }: { signal: AbortSignal; releaseSlot(): void },
): Promise<void> => {
  const { run } = call;
  const { livekit } = deps;
  const room = await transport.join();
  const recorded = call.isRecorded ? recordRoom(deps, room, run) : null;
  const over = new AbortController();
  let ending: Ending | null = null;
  const end = (how: Ending) => {
    ending ??= how;
    over.abort();
  };
  try {
    const active = { room: recorded?.room ?? room, end, signal: AbortSignal.any([over.signal, signal]) };
    const runConversationOf = (talking: ActiveCall) => runConversation(deps, call, talking);
    if (!call.isPhone) await runConversationOf(active);
    else if (livekit !== null && (await isAnswered(transport, signal)))
      await runPhoneCall(
        {
          ...{ deps: { ...deps, livekit }, call, releaseSlot, runConversation: runConversationOf },
          joinOther: (uuid) => joinRoom({ ...deps, livekit }, { uuid }, CALLER_IDENTITY),
        },
        active,
      );
  } finally {
    try {
      await leaveRoom(deps, { room, transport, isOver: endingOf(ending).kind === "over" });
    } finally {
      // Storing a recording takes a while, for which neither the person nor the next call waits.
      releaseSlot();
      await recorded?.keep();
    }
  }
  const { kind, error } = endingOf(ending);
  if (kind === "failed") throw error;
  if (kind === null) signal.throwIfAborted();
};

const leaveRoom = async (
  { logger }: MediaDependencies,
  { room, transport, isOver }: { room: VoiceRoom; transport: Transport; isOver: boolean },
): Promise<void> => {
  try {
    await room.leave();
  } finally {
    if (isOver) {
      await transport.close().catch((err: unknown) => logger.warn({ err }, "a call's room was not closed"));
    }
  }
};

const endingOf = (ending: Ending | null): { kind: Ending["kind"] | null; error?: unknown } => ending ?? { kind: null };
