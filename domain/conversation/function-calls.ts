import { readSpeech } from "../agent/agent-speech.ts";
import { readText } from "../json/json-value.ts";
import { waitForAbort } from "../time/wait-for-abort.ts";
import { readTransferNumber } from "../tool/transfer-number.ts";
import { askPeople, proposeTool } from "./ask-people.ts";
import { isOnTelephone } from "./conversation.ports.ts";
import { answerFromDocuments } from "./document-answer.ts";
import type { FunctionCall } from "./entries.ts";
import type { ModelCall } from "./model-round.ts";
import { BRIEFING } from "./offer-tool.ts";
import type { FunctionAction } from "./offered-function.ts";
import { SEND_KEYS_FUNCTION } from "./step-functions.ts";
import { resolveTransferDestination } from "./transfer-destination.ts";
import { endTurn, fillTurnSpeech, fillTurnText, listenTurn, speakOrPlay, speakText, type Turn } from "./turn.ts";
import type { TurnEnd } from "./turn-session.ts";
import { fillWhileToolWorks } from "./wait-for-tool.ts";

/** Carries out a function call of the model; returns how the turn ends, when the call ends it. */
export const carryOutFunctions = async (
  turn: Turn,
  call: ModelCall,
  actions: ReadonlyMap<string, FunctionAction>,
): Promise<TurnEnd | null> => {
  const action = actions.get(call.name);
  if (!action) return answer(turn, call, { error: "There is no such function in this step." });
  if (call.isCutOff) return answer(turn, { ...call, arguments: "{}" }, { error: CUT_OFF });
  const given = readArguments(call.arguments);
  if (!given) return answer(turn, call, { error: "The arguments are no JSON object. Call it again." });
  switch (action.kind) {
    case "edge":
      return goOn(turn, call, { action, given });
    case "end_call":
      return endCall(turn, call, { action, given });
    case "transfer":
      return transfer(turn, call, { action, given });
    case "request":
      await speakOrPlay(turn, fillTurnSpeech(turn, action.message));
      await request(turn, call, action);
      return null;
    case "search":
      return search(turn, call, { action, given });
    case "propose":
      return proposeTool(turn, call, { ...action, given });
    case "people":
      return askPeople(turn, call, { ...action, given, actions });
    case "keys":
      return pressKeys(turn, call, given);
    case "opt_out":
      turn.position.optedOut = true;
      return answer(turn, call, { done: "The number will not be dialled again. Tell the person, and say goodbye." });
  }
};

type Arguments = Record<string, unknown>;
type ActionOf<K extends FunctionAction["kind"]> = { action: Extract<FunctionAction, { kind: K }>; given: Arguments };

/** More than that is no menu. */
const MOST_PRESSES = 20;
const KEYS = /^[0-9*#wW]{1,40}$/;

/** Models also write keys as a number. */
const readKeys = (keys: unknown): string => (typeof keys === "number" ? String(keys) : readText(keys));

/** Presses keys; what is stored of it has the names of variables and never their values. */
const pressKeys = async (turn: Turn, call: ModelCall, given: Arguments): Promise<TurnEnd | null> => {
  const keys = fillTurnText(turn, readKeys(given["keys"])).replaceAll(/[\s-]/g, "");
  if (!isOnTelephone(turn.run.driver)) return answer(turn, call, { error: "There are no keys here." });
  if (!KEYS.test(keys))
    return answer(turn, call, { error: "Keys are 0-9, * and #, at most 40; w waits half a second." });
  const presses = turn.recorder.entries.filter(
    (entry) => entry.speaker === "tool" && entry.call.name === SEND_KEYS_FUNCTION,
  );
  if (presses.length >= MOST_PRESSES) {
    return answer(turn, call, { error: `Keys were pressed ${MOST_PRESSES} times. Say goodbye and end the call.` });
  }
  await turn.session.playDigits(keys);
  turn.recorder.noteAnswer(
    { ...call, arguments: call.arguments || "{}", result: JSON.stringify({ done: "The keys were pressed." }) },
    turn.position.nodeId,
  );
  return listenTurn(turn);
};

const goOn = async (turn: Turn, call: ModelCall, { action, given }: ActionOf<"edge">): Promise<null> => {
  const { edge } = action;
  const target = turn.graph.step(edge.target);
  if (!target) return answer(turn, call, { error: "This function leads nowhere." });
  Object.assign(turn.position.gathered, given);
  await speakOrPlay(turn, fillTurnSpeech(turn, edge.speech));
  turn.position.nodeId = target.id;
  return answer(turn, call, { done: `You are at the step "${target.name}" now.` });
};

const endCall = async (turn: Turn, call: ModelCall, { action, given }: ActionOf<"end_call">): Promise<TurnEnd> => {
  if (typeof given["reason"] === "string") turn.position.gathered["end_call_reason"] = given["reason"];
  await speakOrPlay(turn, fillTurnSpeech(turn, messageOf(action.config)), { interruptible: false });
  answer(turn, call, { done: "The call ends." });
  return endTurn("agent_hangup");
};

/** Returns what a tool says before it ends or transfers a call. */
const messageOf = (config: { messageType: string; customMessage: string | null; audioRecordingId: string | null }) =>
  readSpeech({
    kind: config.messageType,
    text: config.messageType === "none" ? "" : config.customMessage,
    recordingId: config.audioRecordingId,
  });

const transfer = async (
  turn: Turn,
  call: ModelCall,
  { action, given }: ActionOf<"transfer">,
): Promise<TurnEnd | null> => {
  const { config } = action;
  if (config.destination_source === "agent") return handToAgent(turn, call, { action, given });
  if (!isOnTelephone(turn.run.driver)) {
    const what = turn.run.driver === "text" ? "A chat" : "A conversation in the browser";
    return answer(turn, call, { error: `${what} cannot be connected to a telephone. Tell the person, and go on.` });
  }
  if (config.resolver?.wait_message) await speakText(turn, fillTurnText(turn, config.resolver.wait_message));
  const isAsked = config.destination_source === "dynamic";
  const asked = isAsked ? await request(turn, call, { ...action, name: action.tool.name }) : null;
  const callees = await listCallees(turn, config);
  const to = callees ? callees[0] : resolveTransferDestination(config, { turn, found: asked?.result ?? null });
  if (!to)
    return asked ? null : answer(turn, call, { error: callees ? NOBODY_THERE : "There is nobody to connect to." });
  const { organizationId, runId } = turn.run;
  const refusal = await turn.ports.callees.refuse({ organizationId, runId, destination: to });
  if (refusal !== null) return refuseTransfer(turn, call, { asked, refusal });
  const unable = config.mode === "warm" ? whyNotWarm(to) : null;
  if (unable !== null) return refuseTransfer(turn, call, { asked, refusal: unable });
  await speakOrPlay(turn, fillTurnSpeech(turn, messageOf(config)));
  if (!isAsked) answer(turn, call, { done: "The person is being connected." });
  const transferred = { kind: "transfer", to, ringTimeoutSeconds: config.timeout } as const;
  if (config.mode !== "warm") return transferred;
  return { ...transferred, transferUuid: await requestWarmTransfer(turn, config, { to, given, callees }) };
};

/** The person stays in the call; the other agent knows what was said, and goes on in this turn. */
const handToAgent = async (turn: Turn, call: ModelCall, { action, given }: ActionOf<"transfer">): Promise<null> => {
  const { config } = action;
  const found = await turn.ports.transfers.findAgent(turn.run, config.workflow_id ?? 0);
  if (typeof found === "string")
    return answer(turn, call, { error: `Nobody has taken over: ${found}. Tell the person, and go on yourself.` });
  await speakOrPlay(turn, fillTurnSpeech(turn, messageOf(config)));
  turn.changeAgent(found.run);
  Object.assign(turn.position, { handedTo: found.run.handedTo, nodeId: turn.graph.start.id });
  const done = `You are the agent ${found.name} from here on: the person was handed to you. Go on with them, and do not ask again what was said.`;
  return answer(turn, call, { done, briefing: composeBriefing(turn, given) });
};

/** What the model leaves out of it is the person's own words. */
const composeBriefing = (turn: Turn, given: Arguments): string => {
  const told = typeof given[BRIEFING] === "string" ? given[BRIEFING].trim() : "";
  return (told || lastWordsOf(turn)).slice(0, LONGEST_BRIEFING);
};

const NOBODY_THERE =
  "Nobody who takes such calls is there at the moment. Tell the person, and offer to have somebody call them back.";

/** Null: the tool names whom to call. */
const listCallees = async (
  { ports, run }: Turn,
  { destination_source, channel_id: channelId }: ActionOf<"transfer">["action"]["config"],
): Promise<string[] | null> =>
  destination_source === "channel" && channelId !== null
    ? ports.transfers.listCallees({ organizationId: run.organizationId, channelId })
    : null;

const whyNotWarm = (to: string): string | null =>
  to.startsWith("+") ? null : "only a telephone number can be called before the caller is put through";

const requestWarmTransfer = async (
  turn: Turn,
  config: ActionOf<"transfer">["action"]["config"],
  { to, given, callees }: { to: string; given: Arguments; callees: string[] | null },
): Promise<string> => {
  const { ports, run } = turn;
  const further = config.further_destinations.flatMap((each) => {
    const number = readTransferNumber(fillTurnText(turn, each));
    return number?.startsWith("+") ? [number] : [];
  });
  return ports.transfers.request({
    uuid: ports.ids.uuid(),
    organizationId: run.organizationId,
    runId: run.runId,
    runUuid: run.runUuid,
    targets: [...new Set([to, ...(callees ?? []), ...further])],
    briefing: composeBriefing(turn, given),
    language: config.briefing_language ?? run.settings.language,
    hold: { text: config.hold?.text ?? null, recordingId: config.hold?.recording_id ?? null },
    ringTimeoutSeconds: config.timeout,
  });
};

/** A person listens to half a minute of it at most. */
const LONGEST_BRIEFING = 600;

/**
 * Lets the conversation go on without the transfer. The model is told the reason and not the destination that the resolver gave.
 */
const refuseTransfer = (
  turn: Turn,
  call: ModelCall,
  { asked, refusal }: { asked: FunctionCall | null; refusal: string },
): null => {
  const result = { error: `Nobody was called: ${refusal}. Tell the person, and go on without a transfer.` };
  if (!asked) return answer(turn, call, result);
  asked.result = JSON.stringify(result);
  return null;
};

/** The answer is stored in its row: a repeat of the turn reads it there and searches only when none was stored. */
const search = async (turn: Turn, call: ModelCall, { action, given }: ActionOf<"search">): Promise<null> => {
  const query = typeof given["query"] === "string" ? given["query"].trim() : "";
  const question = query || lastWordsOf(turn);
  if (question === "") return answer(turn, call, { error: "Say in `query` what to look for." });
  const found = await answerFromDocuments(turn, { documentUuids: action.documentUuids, question });
  if (!found) return null;
  const answered = { ...call, arguments: call.arguments || "{}", result: JSON.stringify(found) };
  turn.recorder.noteAnswer(answered, turn.position.nodeId);
  return null;
};

const lastWordsOf = ({ recorder }: Turn): string =>
  recorder.entries.flatMap((entry) => (entry.speaker === "person" ? [entry.text] : [])).at(-1) ?? "";

/** Requests a tool call from the run's workflow; returns the call with its result, JSON. */
const request = async (
  turn: Turn,
  call: ModelCall,
  { tool, name }: { tool: { uuid: string }; name: string },
): Promise<FunctionCall> => {
  const { ports, claim, run, recorder } = turn;
  const toolCallId = ports.ids.uuid();
  await recorder.written();
  await ports.store.requestTool(claim, {
    uuid: toolCallId,
    toolUuid: tool.uuid,
    name,
    requestId: call.id,
    arguments: call.arguments || "{}",
  });
  const noted: FunctionCall = { ...call, arguments: call.arguments || "{}", result: null };
  recorder.noteTool(noted, { toolCallId, nodeId: turn.position.nodeId });
  noted.result = await resultOf(turn, () => ports.tools.run({ run, toolCallId, name }), toolCallId);
  return noted;
};

/** Waits again for the tool calls of a turn that was taken over; nothing is sent twice. */
export const awaitTools = async (turn: Turn): Promise<void> => {
  for (const entry of turn.recorder.entries) {
    if (entry.speaker !== "tool" || entry.call.result !== null || !entry.call.toolCallId) continue;
    const { toolCallId, name } = entry.call;
    const { run } = turn;
    entry.call.result = await resultOf(turn, () => turn.ports.tools.run({ run, toolCallId, name }), toolCallId);
  }
};

const CUT_OFF =
  "Nothing was done: your answer was cut off in the middle of this call, because it is longer than an answer may be here. Call it again with shorter arguments, or tell the person that it is too long.";

const UNKNOWN = JSON.stringify({
  error: "It is unknown whether the request was carried out. Do not repeat it unasked.",
});

/** Returns the result of a tool call; the conversation goes on even when the tool fails. */
const resultOf = async (turn: Turn, carry: () => Promise<void>, toolCallId: string): Promise<string> => {
  const { ports, claim, run } = turn;
  const endWait = fillWhileToolWorks(turn);
  try {
    // A tool that outlasts the turn leaves its result in the row, where the next turn reads it.
    await Promise.race([carry(), waitForAbort(turn.signal)]);
  } catch (err) {
    ports.logger.warn({ err, run_uuid: run.runUuid, tool_call_id: toolCallId }, "a tool could not be run");
  } finally {
    await endWait();
  }
  const found = await ports.store.readToolResult(claim, toolCallId);
  if (!found || found.state === "unknown") return UNKNOWN;
  return found.state === "done" ? (found.result ?? "{}") : JSON.stringify({ error: found.error ?? "It failed." });
};

const answer = (turn: Turn, call: ModelCall, result: Record<string, string>): null => {
  turn.recorder.noteStep(
    {
      ...call,
      arguments: readArguments(call.arguments) ? call.arguments || "{}" : "{}",
      result: JSON.stringify(result),
    },
    turn.position,
  );
  return null;
};

const readArguments = (text: string): Arguments | null => {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
};
