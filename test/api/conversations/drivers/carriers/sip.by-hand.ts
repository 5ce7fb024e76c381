import { randomUUID } from "node:crypto";
import type { CallInstructions, NextStep, TurnEvent } from "../../../../../domain/call/call-instructions.ts";
import { recordAnswer } from "../../../../../infra/telephony/sip/sip.command.ts";
import { MACHINE_EVENT } from "../../../../../infra/telephony/sip/sip.event.ts";
import {
  CALL_STATUS_ATTRIBUTE,
  readRunOfCallRoom,
  STATUS_URL_ATTRIBUTE,
} from "../../../../../infra/telephony/sip/sip.participant.ts";
import { writeReport } from "../../../../../infra/telephony/sip/sip.report-call.ts";
import { writeTurn } from "../../../../../infra/telephony/sip/sip.turn.ts";
import { type LivekitStandIn, startLivekitStandIn } from "../../../../infra/telephony/livekit-stand-in.ts";
import { openAnswerGate } from "../answer-gate.ts";
import type { Deliver } from "../deliver.ts";
import type { HandCall, HandCarrier } from "../hand-carrier.ts";

export interface SipByHand extends HandCarrier {
  settings: Readonly<Record<string, string>>;
}

/** LiveKit, and the part of the media process: it asks for instructions and passes words on. */
export const startSipByHand = async (): Promise<SipByHand> => {
  const livekit = await startLivekitStandIn();
  const gate = await openAnswerGate(livekit.settings.url);
  const { apiKey, apiSecret } = livekit.settings;
  return {
    provider: "sip",
    credentials: { address: "sip.example.com" },
    gate,
    settings: { LIVEKIT_URL: gate.url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret },
    platformSpeaks: true,
    prepare: (number) => livekit.prepare(number, { stays: "dialing" }),
    find: (number, deliver) => {
      const [dial] = livekit.dialledTo(number);
      return dial && playCall(livekit, readRunOfCallRoom(dial.room_name) ?? "", deliver);
    },
    close: async () => {
      await gate.close();
      await livekit.close();
    },
  };
};

const playCall = (livekit: LivekitStandIn, runUuid: string, deliver: Deliver): HandCall => {
  const callee = livekit.callee(runUuid);
  const statusUrl = callee?.attributes[STATUS_URL_ATTRIBUTE] ?? "";
  const post = async (url: string, body: string) => deliver({ url, headers: await livekit.sign(body), body });
  const tell = (event: string, more: object = {}) =>
    post(
      `${new URL(statusUrl).origin}/api/v1/telephony/livekit`,
      JSON.stringify({
        id: `EV_${randomUUID()}`,
        createdAt: String(Math.floor(Date.now() / 1000)),
        event,
        room: { name: `run-${runUuid}` },
        participant: { ...callee, ...more },
      }),
    );
  return {
    tellProgress: async () => {
      await tell("participant_joined");
      livekit.pickUp(runUuid);
    },
    tellMachine: async () => {
      await post(statusUrl, writeReport({ runUuid, ...MACHINE_EVENT }));
    },
    ask: async (event, step) => {
      if (event.kind === "begin") {
        if (callee) callee.attributes[CALL_STATUS_ATTRIBUTE] = "active";
        await recordAnswer(livekit.settings, runUuid);
      }
      const { url, body } = questionOf(event, step, { runUuid, statusUrl });
      const instructions: CallInstructions = JSON.parse((await post(url, body)).body);
      return instructions;
    },
    end: async ({ told }) => {
      livekit.remove(runUuid);
      if (told) await tell("participant_left", { disconnectReason: "CLIENT_INITIATED" });
    },
    handshake: () => ({}),
  };
};

/** Returns the address and the body by which the media process asks what comes next. */
const questionOf = (
  event: TurnEvent,
  step: NextStep | null,
  { runUuid, statusUrl }: { runUuid: string; statusUrl: string },
): { url: string; body: string } => {
  if (event.kind === "begin") {
    const url = statusUrl.replace(/status$/, "answer");
    return { url, body: writeTurn(runUuid, { kind: "begin", answeredBy: null }) };
  }
  if (step?.kind === "hold" && event.kind === "silence") return { url: step.askUrl, body: writeTurn(runUuid, event) };
  if (step?.kind === "join" && event.kind === "silence") return { url: step.afterUrl, body: writeTurn(runUuid, event) };
  if (step && "afterUrl" in step && (event.kind === "relay_ended" || event.kind === "transfer_ended")) {
    return { url: step.afterUrl, body: writeTurn(runUuid, event) };
  }
  throw new Error(`a media process does not ask about ${event.kind}`);
};
