import type { NextStep, TurnEvent } from "../../../../../domain/call/call-instructions.ts";
import { aboutCall } from "../../../../infra/telephony/plivo/stand-in/callbacks.ts";
import { accountTime } from "../../../../infra/telephony/plivo/stand-in/calls.ts";
import { followPlivoDocument } from "../../../../infra/telephony/plivo/stand-in/follow.ts";
import { type PlivoStandIn, startPlivoStandIn } from "../../../../infra/telephony/plivo-stand-in.ts";
import { openAnswerGate } from "../answer-gate.ts";
import type { Deliver } from "../deliver.ts";
import type { HandCall, HandCarrier } from "../hand-carrier.ts";

type Call = PlivoStandIn["calls"][number];

export const startPlivoByHand = async (): Promise<HandCarrier> => {
  const plivo = await startPlivoStandIn();
  const gate = await openAnswerGate(plivo.baseUrl);
  return {
    provider: "plivo",
    credentials: { auth_id: plivo.authId, auth_token: plivo.authToken },
    gate,
    prepare: (number) => plivo.prepare(number, { stays: "queued" }),
    find: (number, deliver) => {
      const call = plivo.calls.find(({ to }) => `+${to}` === number);
      return call && playCall(plivo, call, deliver);
    },
    close: async () => {
      await gate.close();
      await plivo.close();
    },
  };
};

const playCall = (plivo: PlivoStandIn, call: Call, deliver: Deliver): HandCall => {
  const address = (field: string) => String(call.json[field]);
  const post = (url: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ ...aboutCall(call), ...fields }).toString();
    return deliver({ url, headers: plivo.sign({ url, body }), body });
  };
  return {
    tellProgress: async () => {
      await post(address("ring_url"), { Event: "Ring", CallStatus: "ringing" });
    },
    tellMachine: async () => {
      const detected = { Event: "MachineDetection", Machine: "true", CallStatus: "in-progress" };
      await post(address("machine_detection_url"), detected);
    },
    ask: async (event, step) => {
      call.status = "in-progress";
      call.answeredAt ??= new Date();
      const { url, fields } = questionOf(event, step, address("answer_url"));
      return followPlivoDocument(await post(url, { CallStatus: "in-progress", ...fields }));
    },
    end: async ({ told }) => {
      const cause = { code: 4000, name: "Normal Hangup" };
      Object.assign(call, { status: "over", talkSeconds: 61, endedAt: new Date(), amount: "0.02600", cause });
      if (told) await post(address("hangup_url"), { Event: "Hangup", CallStatus: "completed", ...endingOf(call) });
    },
    handshake: () => ({}),
  };
};

const endingOf = (call: Call) => ({
  HangupCause: "NORMAL_CLEARING",
  HangupCauseCode: String(call.cause.code),
  HangupCauseName: call.cause.name,
  HangupSource: "Callee",
  StartTime: accountTime(call.begunAt),
  AnswerTime: accountTime(call.answeredAt ?? call.begunAt),
  EndTime: accountTime(call.endedAt ?? new Date()),
  Duration: "65",
  BillDuration: "120",
  TotalCost: call.amount,
});

const questionOf = (
  event: TurnEvent,
  step: NextStep | null,
  answerUrl: string,
): { url: string; fields: Record<string, string> } => {
  if (step?.kind === "listen" && event.kind === "speech") {
    const said = { InputType: "speech", Digits: "", Speech: event.text, SpeechConfidenceScore: "0.92" };
    return { url: step.turnUrl, fields: said };
  }
  if (step?.kind === "listen" && event.kind === "digits")
    return { url: step.turnUrl, fields: { InputType: "dtmf", Digits: event.digits } };
  if (step?.kind === "hold") return { url: `${step.askUrl}&silence=true`, fields: { Event: "Redirect" } };
  if (step?.kind === "join") {
    return { url: step.afterUrl, fields: { ConferenceName: step.conference, ConferenceAction: "exit" } };
  }
  if (step?.kind === "listen") return { url: `${step.turnUrl}&silence=true`, fields: { Event: "Redirect" } };
  if (step?.kind === "transfer" && event.kind === "transfer_ended") {
    const DialStatus = event.outcome === "answered" ? "completed" : event.outcome;
    return { url: step.afterUrl, fields: { DialStatus, DialRingStatus: "true" } };
  }
  return { url: answerUrl, fields: { Event: "StartApp" } };
};
