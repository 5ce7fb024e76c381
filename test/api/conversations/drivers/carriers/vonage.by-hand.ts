import { randomUUID } from "node:crypto";
import type { NextStep, TurnEvent } from "../../../../../domain/call/call-instructions.ts";
import { withCall } from "../../../../../infra/telephony/vonage/vonage.address.ts";
import { TRANSFER_OVER } from "../../../../../infra/telephony/vonage/vonage.ncco.ts";
import { signWebhook } from "../../../../infra/telephony/vonage/vonage-account.ts";
import { followNcco } from "../../../../infra/telephony/vonage/vonage-follow.ts";
import { startVonageStandIn, type VonageStandIn } from "../../../../infra/telephony/vonage-stand-in.ts";
import { openAnswerGate } from "../answer-gate.ts";
import type { Deliver } from "../deliver.ts";
import type { HandCall, HandCarrier } from "../hand-carrier.ts";

type Call = VonageStandIn["calls"][number];
const TALK_MS = 61_000;

export const startVonageByHand = async (): Promise<HandCarrier> => {
  const vonage = await startVonageStandIn();
  const gate = await openAnswerGate(vonage.baseUrl);
  return {
    provider: "vonage",
    credentials: vonage.credentials,
    gate,
    prepare: (number) => vonage.prepare(number, { stays: "queued" }),
    find: (number, deliver) => {
      const call = vonage.calls.find(({ request }) => `+${request.to[0]?.number}` === number);
      return call && playCall(vonage, call, deliver);
    },
    close: async () => {
      await gate.close();
      await vonage.close();
    },
  };
};

const playCall = (vonage: VonageStandIn, call: Call, deliver: Deliver): HandCall => {
  const parties = { from: call.request.from.number, to: call.request.to[0]?.number };
  const named = { ...parties, uuid: call.uuid, conversation_uuid: call.conversation };
  const post = async (url: string, content: object) => {
    const body = JSON.stringify(content);
    const { headers } = await signWebhook(vonage.account, { url, body });
    return deliver({ url, headers, body });
  };
  const tell = async (status: string, more: object = {}) => {
    const timestamp = new Date().toISOString();
    const event = { headers: {}, ...named, direction: "outbound", timestamp, status, ...more };
    await post(call.request.event_url?.[0] ?? "", event);
  };
  return {
    tellProgress: async () => {
      for (const status of ["started", "ringing", "answered"]) await tell(status);
      call.status = "answered";
    },
    tellMachine: () => tell("machine", { uuid: undefined, call_uuid: call.uuid, direction: undefined }),
    ask: async (event, step) => {
      const { url, content } = questionOf(call, event, step);
      const isNamed = !("payload" in content) && !("uuid" in content);
      const { contentType, body } = await post(url, { ...(isNamed && named), ...content });
      return followNcco({ contentType: contentType.replace(/;.*$/, ""), body });
    },
    end: async ({ told }) => {
      const endedAt = new Date();
      const startedAt = new Date(endedAt.getTime() - TALK_MS);
      Object.assign(call, { status: "completed", endedAt, startedAt });
      const times = { start_time: startedAt.toISOString(), end_time: endedAt.toISOString() };
      if (told) await tell("completed", { ...times, duration: "61", rate: "0.02560000", price: "0.02600000" });
    },
    handshake: () => ({}),
  };
};

const questionOf = (call: Call, event: TurnEvent, step: NextStep | null): { url: string; content: object } => {
  const timestamp = new Date().toISOString();
  if (step?.kind === "listen" && event.kind === "digits") {
    return { url: step.turnUrl, content: { dtmf: { digits: event.digits, timed_out: false }, timestamp } };
  }
  if (step?.kind === "listen") {
    const speech =
      event.kind === "speech"
        ? { timeout_reason: "end_on_silence_timeout", results: [{ confidence: "0.92", text: event.text }] }
        : { timeout_reason: "start_timeout" };
    return { url: step.turnUrl, content: { speech, dtmf: { digits: null, timed_out: false }, timestamp } };
  }
  if (step?.kind === "hold") {
    return { url: step.askUrl, content: { dtmf: { digits: "", timed_out: true }, timestamp } };
  }
  if (step?.kind === "join") {
    const url = withCall(step.afterUrl, call.uuid);
    return { url, content: { payload: { ringdown: TRANSFER_OVER }, timestamp } };
  }
  if (step?.kind === "transfer" && event.kind === "transfer_ended") {
    const url = withCall(step.afterUrl, call.uuid);
    if (event.outcome === "answered") return { url, content: { payload: { ringdown: TRANSFER_OVER }, timestamp } };
    // The other side is a call of its own.
    return { url, content: { uuid: randomUUID(), status: event.outcome, direction: "outbound", timestamp } };
  }
  return { url: call.request.answer_url[0] ?? "", content: {} };
};
