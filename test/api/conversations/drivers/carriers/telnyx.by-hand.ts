import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { CallInstructions, NextStep, TurnEvent } from "../../../../../domain/call/call-instructions.ts";
import type { SentEvent, StandInCall } from "../../../../infra/telephony/telnyx/telnyx-calls.ts";
import { startTelnyxStandIn, type TelnyxStandIn } from "../../../../infra/telephony/telnyx-stand-in.ts";
import { openAnswerGate } from "../answer-gate.ts";
import type { Deliver } from "../deliver.ts";
import type { HandCall, HandCarrier } from "../hand-carrier.ts";

export const startTelnyxByHand = async (): Promise<HandCarrier> => {
  const telnyx = await startTelnyxStandIn();
  const gate = await openAnswerGate(telnyx.baseUrl);
  return {
    provider: "telnyx",
    credentials: {
      api_key: telnyx.apiKey,
      connection_id: telnyx.connectionId,
      webhook_public_key: telnyx.publicKey,
    },
    gate,
    prepare: (number) => telnyx.prepare(number, { stays: "queued" }),
    find: (number, deliver) => {
      const call = telnyx.book.calls.find(({ to }) => to === number);
      return call && playCall(telnyx, call, deliver);
    },
    close: async () => {
      await gate.close();
      await telnyx.close();
    },
  };
};

const dialled = z.object({ to: z.string(), conversation_relay_config: z.object({ url: z.string() }) });

const playCall = (telnyx: TelnyxStandIn, call: StandInCall, deliver: Deliver): HandCall => {
  const { book } = telnyx;
  const post = async (event: SentEvent) => {
    const { url, headers, body } = telnyx.signEvent(event, call.webhookUrl);
    await deliver({ url, headers, body: body.toString() });
  };
  const tell = (type: string, more?: Record<string, unknown>) => post(book.event(call, type, new Date(), more));
  /** The relay that was asked for with the call begins by itself. */
  const relayOfDial = (): CallInstructions => {
    const bodies = telnyx.requests.map(({ body }) => dialled.safeParse(body).data);
    const webSocketUrl = bodies.find((body) => body?.to === call.to)?.conversation_relay_config.url;
    if (!webSocketUrl) throw new Error("the call was dialled without a relay");
    return doing({ kind: "relay", webSocketUrl, afterUrl: "", interruptible: true });
  };
  let otherLeg: Record<string, unknown> = {};
  /** Words come first, and the end of each is told before the next command. `waits`: it may be left to wait for another call. */
  const commanded = async (waits = false): Promise<CallInstructions> => {
    const say: string[] = [];
    for (;;) {
      const [command] = call.commands.splice(0);
      if (!command && waits) return { ...doing(WAITS), say };
      if (!command) throw new Error("the call is left without anything to do");
      if (command.action !== "speak") {
        otherLeg = { client_state: command.body["target_leg_client_state"] };
        return { ...doing(stepOf(command)), say };
      }
      say.push(String(command.body["payload"]));
      await tell("call.speak.ended");
    }
  };
  return {
    tellProgress: async () => {
      call.isAlive = true;
      await tell("call.initiated", { direction: "outgoing", state: "bridging" });
    },
    tellMachine: () => tell("call.machine.premium.detection.ended", { result: "machine" }),
    ask: async (event) => {
      if (event.kind === "begin") {
        call.isAlive = call.isAnswered = true;
        await tell("call.answered", { state: "answered" });
        return relayOfDial();
      }
      if (event.kind === "silence") await tell("call.gather.ended", { digits: "", status: "timeout" });
      else if (event.kind === "transfer_ended") await post(endOfOtherLeg(call, event, otherLeg));
      else await tell("call.conversation.ended", { reason: "customer_disconnect" });
      return commanded(event.kind === "relay_ended");
    },
    end: async ({ told }) => {
      // A call that was ended by command has reported that already.
      if (call.endedAt) return;
      const event = book.event(call, "call.hangup", new Date(), {
        ...{ hangup_cause: "normal_clearing", hangup_source: "callee", sip_hangup_cause: "200", state: "hangup" },
      });
      Object.assign(call, { isAlive: false, endedAt: new Date() });
      if (told) await post(event);
    },
    handshake: () => ({}),
  };
};

const WAITS: NextStep = { kind: "join", conference: "", otherCallId: null, afterUrl: "" };

const doing = (next: NextStep): CallInstructions => ({ say: [], language: "en-US", next });

const stepOf = ({ action, body }: StandInCall["commands"][number]): NextStep => {
  const text = (name: string) => String(body[name]);
  if (action === "hangup") return { kind: "hang_up" };
  if (action === "transfer") {
    const to = { to: text("to"), callerId: text("from"), ringTimeoutSeconds: Number(body["timeout_secs"]) };
    return { kind: "transfer", afterUrl: "", ...to };
  }
  if (action === "gather") return { kind: "hold", askUrl: "", seconds: 0 };
  if (action === "bridge") {
    return { kind: "join", conference: "", otherCallId: text("call_control_id"), afterUrl: "" };
  }
  if (action !== "conversation_relay_start") throw new Error(`nobody has learnt to ${action}`);
  return { kind: "relay", webSocketUrl: text("url"), afterUrl: "", interruptible: true };
};

/** The leg that a transfer dialled is a call of its own, which carries what it was given. */
const endOfOtherLeg = (
  call: StandInCall,
  event: Extract<TurnEvent, { kind: "transfer_ended" }>,
  carried: Record<string, unknown>,
): SentEvent => ({
  id: randomUUID(),
  event_type: "call.hangup",
  occurred_at: new Date().toISOString(),
  payload: {
    call_control_id: `v3:${randomUUID()}`,
    call_leg_id: randomUUID(),
    call_session_id: call.sessionId,
    connection_id: call.connectionId,
    hangup_cause: event.outcome === "busy" ? "user_busy" : "normal_clearing",
    ...carried,
  },
});
