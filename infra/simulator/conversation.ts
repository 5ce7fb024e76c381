import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import { readDetection } from "../../domain/answerer/answered-by.rules.ts";
import type { Instructions, Step, Turn } from "../telephony/simulator/simulator.instructions.ts";
import type { CallView } from "../telephony/simulator/simulator.protocol.ts";
import { buildSignatureHeaders } from "../telephony/simulator/simulator.signature.ts";
import { askForInstructions } from "./ask-for-instructions.ts";
import type { SimulatorCall } from "./call.ts";
import { createPerson, type Person } from "./person.ts";
import { openRelay } from "./relay.ts";
import { RECORDING_MS, WORD_MS } from "./speech-listener.ts";
import type { Note } from "./talk.ts";

/** The operations of a conversation on its call. */
export interface ConversationPort {
  signingKey: string;
  /** Aborted when the call is over or dropped. */
  stopped: AbortSignal;
  view(): CallView;
  note(note: Note): void;
  /** Sets the voice of the instructions. */
  setVoice(voice: AgentVoice): void;
  hangUp(by: "agent" | "person"): void;
  /** Answers an incoming call that the platform takes; its events go to `statusUrl`. */
  pickUp(how: { statusUrl: string; record: boolean }): void;
  /** Brings the call into a conference; resolves when it is over. */
  conference(name: string, stays: (others: AbortSignal) => Promise<"left" | "ended">): Promise<"left" | "ended">;
  /** Ends an incoming call that the platform rejects, or when the platform cannot be asked. */
  turnAway(outcome: "busy" | "rejected" | "failed"): void;
}

type RelayStep = Extract<Step, { kind: "relay" }>;
/** A relay that was named when the call was placed may lack the address for what comes afterwards. */
type AnyStep = Step | (Omit<RelayStep, "after_url"> & { after_url: string | null });

interface Talk extends ConversationPort {
  call: SimulatorCall;
  person: Person;
  language: string;
}

/** The pauses between retries, for a platform that is being restarted. */
const ASK_AGAIN_AFTER_MS = [250, 500, 1000, 2000];

/** Talks on an answered call, as its request requires. Never rejects. */
export const followInstructions = async (call: SimulatorCall, port: ConversationPort): Promise<void> => {
  const { conversation } = call.request;
  if (!conversation) return;
  const talk = startTalk(call, conversation.language, port);
  const { web_socket_url, after_url } = conversation;
  if (web_socket_url === null) {
    const begin = { kind: "begin", answeredBy: readDetection(port.view().answered_by) } as const;
    return followSteps(talk, await ask(talk, call.request.answer_url, begin));
  }
  await followSteps(talk, { kind: "relay", web_socket_url, after_url, interruptible: true });
};

/** Announces an incoming call and follows the platform's instructions. Never rejects. */
export const announceIncomingCall = async (
  call: SimulatorCall,
  inboundUrl: string,
  port: ConversationPort,
): Promise<void> => {
  const payload = { event_id: `${call.id}.inbound`, type: "inbound", call: port.view() };
  const answer = await askAgain(port, () => askForInstructions(port.signingKey, inboundUrl, payload));
  if (port.stopped.aborted) return;
  if (!answer) return port.turnAway("failed");
  if (answer.next.kind === "reject") {
    return port.turnAway(answer.next.reason === "busy" ? "busy" : "rejected");
  }
  port.pickUp({ statusUrl: answer.status_url, record: answer.record });
  const talk = startTalk(call, answer.language, port);
  await followSteps(talk, await speak(talk, answer));
};

const startTalk = (call: SimulatorCall, language: string, port: ConversationPort): Talk => {
  const { talk, speed } = call.plan;
  return { ...port, call, language, person: createPerson({ ...port, talk, speed, language }) };
};

const followSteps = async (talk: Talk, first: AnyStep | null): Promise<void> => {
  let step: AnyStep | null = first;
  while (step && !talk.stopped.aborted) step = await follow(talk, step);
};

/** Does one step; returns the next, or null when the call is over. */
const follow = async (talk: Talk, step: AnyStep): Promise<Step | null> => {
  if (step.kind === "relay") return relay(talk, step);
  if (step.kind === "listen") {
    const turn = await talk.person.nextTurn(step.silence_seconds);
    return turn === "hung_up" ? hangUp(talk, "person") : ask(talk, step.turn_url, turn);
  }
  if (step.kind === "transfer") {
    talk.note({ who: "agent", what: "transferred", text: step.to });
    return ask(talk, step.after_url, { kind: "transfer_ended", outcome: talk.call.plan.transferOutcome });
  }
  if (step.kind === "hold") {
    await wait((step.seconds * 1000) / talk.call.plan.speed, undefined, { signal: talk.stopped }).catch(
      () => undefined,
    );
    return talk.stopped.aborted ? null : ask(talk, step.ask_url, { kind: "silence" });
  }
  if (step.kind === "join") {
    talk.note({ who: "agent", what: "joined", text: step.conference });
    const end = await talk.conference(step.conference, talk.person.talkWithOthers);
    if (talk.stopped.aborted) return null;
    if (end === "left") return hangUp(talk, "person");
    return ask(talk, step.after_url, { kind: "transfer_ended", outcome: "answered" });
  }
  return hangUp(talk, "agent");
};

const hangUp = (talk: Talk, by: "agent" | "person"): null => {
  if (!talk.stopped.aborted) talk.note({ who: by, what: "hung_up", text: "" });
  talk.hangUp(by);
  return null;
};

const relay = async (talk: Talk, step: Extract<AnyStep, { kind: "relay" }>): Promise<Step | null> => {
  const closed = Promise.withResolvers<void>();
  const line = openRelay({
    url: step.web_socket_url,
    headers: buildSignatureHeaders(talk.signingKey, { url: step.web_socket_url, body: "" }),
    setup: setupOf(talk),
    onFrame: (frame) => {
      spoken.receive(frame);
      if (frame.type === "end") line.close();
    },
    onClosed: closed.resolve,
  });
  const spoken = talk.person.talkOver(line.send);
  const close = () => line.close();
  talk.stopped.addEventListener("abort", close);
  closed.promise.then(spoken.close, spoken.close);
  const end = await spoken.done;
  line.close();
  talk.stopped.removeEventListener("abort", close);
  if (end === "hung_up") return hangUp(talk, "person");
  return talk.stopped.aborted ? null : ask(talk, step.after_url, { kind: "relay_ended" });
};

const setupOf = ({ call, view }: Talk) => ({
  sessionId: `ses_${randomUUID()}`,
  accountSid: call.request.account,
  callSid: call.id,
  parentCallSid: "",
  from: call.request.from,
  to: call.request.to,
  forwardedFrom: "",
  callerName: "",
  callType: "PSTN",
  direction: call.direction,
  callStatus: "IN-PROGRESS",
  answeredBy: view().answered_by,
  customParameters: {},
});

/** Asks the platform for the next step; without an answer the call ends. */
const ask = async (talk: Talk, url: string | null, turn: Turn): Promise<Step | null> => {
  if (url === null) return hangUp(talk, "agent");
  const payload = { event_id: `${talk.call.id}.${randomUUID()}`, type: "turn", turn, call: talk.view() };
  const answer = await askAgain(talk, () => askForInstructions(talk.signingKey, url, payload));
  return answer ? speak(talk, answer) : hangUp(talk, "agent");
};

const askAgain = async (
  { stopped }: ConversationPort,
  attempt: () => Promise<Instructions | null>,
): Promise<Instructions | null> => {
  for (const delayMs of ASK_AGAIN_AFTER_MS) {
    const answer = await attempt();
    if (answer || stopped.aborted) return answer;
    await wait(delayMs, undefined, { signal: stopped }).catch(() => undefined);
  }
  return attempt();
};

const speak = async (talk: Talk, { say, voice, play_digits, next }: Instructions): Promise<Step> => {
  if (voice !== null) talk.setVoice(voice);
  for (const utterance of say) {
    const note = noteOf(utterance);
    talk.note(note);
    talk.person.hear(note.text);
    const phoneMs = typeof utterance === "string" ? utterance.split(/\s+/).length * WORD_MS : RECORDING_MS;
    await wait(phoneMs / talk.call.plan.speed, undefined, { signal: talk.stopped }).catch(() => undefined);
  }
  if (play_digits !== null) talk.note({ who: "agent", what: "pressed", text: play_digits });
  return next;
};

/** Records a recording by its address and does not fetch it. */
const noteOf = (utterance: Instructions["say"][number]): Note =>
  typeof utterance === "string"
    ? { who: "agent", what: "said", text: utterance }
    : { who: "agent", what: "played", text: utterance.play };
