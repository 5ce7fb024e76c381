import twilioSdk from "twilio";
import type { NextStep, TurnEvent } from "../../../../../domain/call/call-instructions.ts";
import { followTwiml } from "../../../../infra/telephony/twilio/stand-in/follow-twiml.ts";
import { startTwilioStandIn, type TwilioStandIn } from "../../../../infra/telephony/twilio-stand-in.ts";
import { openAnswerGate } from "../answer-gate.ts";
import type { Deliver } from "../deliver.ts";
import type { HandCall, HandCarrier } from "../hand-carrier.ts";

type Call = TwilioStandIn["calls"][number];
const PROGRESS = ["initiated", "ringing", "in-progress"];

export const startTwilioByHand = async (): Promise<HandCarrier> => {
  const twilio = await startTwilioStandIn();
  const gate = await openAnswerGate(twilio.baseUrl);
  return {
    provider: "twilio",
    credentials: { account_sid: twilio.accountSid, auth_token: twilio.authToken },
    gate,
    prepare: (number) => twilio.prepare(number, { stays: "queued" }),
    find: (number, deliver) => {
      const call = twilio.calls.find(({ form }) => form.get("To") === number);
      return call && playCall(twilio, call, deliver);
    },
    close: async () => {
      await gate.close();
      await twilio.close();
    },
  };
};

const playCall = (twilio: TwilioStandIn, call: Call, deliver: Deliver): HandCall => {
  const url = (field: string) => call.form.get(field) ?? "";
  const post = (address: string, fields: Record<string, string>) => {
    const about = { AccountSid: twilio.accountSid, CallSid: call.sid, ApiVersion: "2010-04-01" };
    const body = new URLSearchParams({ ...about, ...fields }).toString();
    return deliver({ url: address, headers: twilio.sign({ url: address, body }), body });
  };
  const parties = { Direction: "outbound-api", From: url("From"), To: url("To") };
  const tell = (status: string, sequence: number, more: Record<string, string> = {}) => {
    const Timestamp = new Date().toUTCString().replace("GMT", "+0000");
    const SequenceNumber = String(sequence);
    return post(url("StatusCallback"), { ...parties, CallStatus: status, SequenceNumber, Timestamp, ...more });
  };
  return {
    tellProgress: async () => {
      for (const [sequence, status] of PROGRESS.entries()) await tell(status, sequence);
      call.status = "in-progress";
    },
    tellMachine: async () => {
      await post(url("AsyncAmdStatusCallback"), { AnsweredBy: "machine_end_beep", MachineDetectionDuration: "2300" });
      call.answeredBy = "machine_end_beep";
    },
    ask: async (event, step) => {
      const asked = questionOf(event, step, url("Url"));
      const { body } = await post(asked.url, { ...parties, CallStatus: "in-progress", ...asked.fields });
      // Twilio relays over TLS alone; the processes of a test have none.
      const instructions = followTwiml(body.replace(' url="ws:', ' url="wss:'));
      const { next } = instructions;
      if (next.kind !== "relay") return instructions;
      return { ...instructions, next: { ...next, webSocketUrl: next.webSocketUrl.replace("wss:", "ws:") } };
    },
    end: async ({ told }) => {
      Object.assign(call, { status: "completed", duration: "61", endedAt: new Date() });
      if (!told) return;
      const AnsweredBy = call.answeredBy;
      await tell("completed", PROGRESS.length, {
        CallDuration: "61",
        Duration: "2",
        ...(AnsweredBy && { AnsweredBy }),
      });
    },
    handshake: (address) => ({
      "x-twilio-signature": twilioSdk.getExpectedTwilioSignature(twilio.authToken, address, {}),
    }),
  };
};

const DIALLED: Readonly<Record<string, string>> = { answered: "completed", busy: "busy" };

/**
 * Returns the address and the request by which Twilio asks what comes next; addresses carry the mark from the document.
 */
const questionOf = (
  event: TurnEvent,
  step: NextStep | null,
  answerUrl: string,
): { url: string; fields: Record<string, string> } => {
  const marked = (address: string, mark: string) => `${address}${address.includes("?") ? "&" : "?"}twilio=${mark}`;
  if (step?.kind === "listen") {
    const url = marked(step.turnUrl, "gather");
    if (event.kind === "digits") return { url, fields: { Digits: event.digits } };
    if (event.kind !== "speech") return { url, fields: { msg: "Gather End" } };
    return { url, fields: { SpeechResult: event.text, Confidence: "0.92" } };
  }
  if (step?.kind === "relay") {
    return { url: marked(step.afterUrl, "connect"), fields: { SessionId: "VX1", SessionStatus: "ended" } };
  }
  if (step?.kind === "transfer" && event.kind === "transfer_ended") {
    return { url: marked(step.afterUrl, "dial"), fields: { DialCallStatus: DIALLED[event.outcome] ?? "failed" } };
  }
  if (step?.kind === "hold") return { url: marked(step.askUrl, "gather"), fields: {} };
  if (step?.kind === "join") return { url: marked(step.afterUrl, "dial"), fields: { DialCallStatus: "completed" } };
  return { url: answerUrl, fields: {} };
};
