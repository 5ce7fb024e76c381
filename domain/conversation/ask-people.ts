import { z } from "zod";
import type { PeopleFunction } from "../agent/people-functions.ts";
import type { RequestKind } from "../request/request.rules.ts";
import type { AgentTool } from "./conversation.ports.ts";
import type { FunctionCall } from "./entries.ts";
import type { ModelCall } from "./model-round.ts";
import { PROPOSAL_ANSWER_WITHIN, PROPOSAL_FOLLOW_UP, PROPOSAL_SUMMARY } from "./offer-tool.ts";
import type { FunctionAction } from "./offered-function.ts";
import type { AskedRequest } from "./people.ports.ts";
import { ANSWER_WITHIN } from "./people-specifications.ts";
import type { Turn } from "./turn.ts";

interface Asking {
  ask: PeopleFunction;
  given: Record<string, unknown>;
  waitSeconds: number;
  /** Everything that the model may call in its step. */
  actions: ReadonlyMap<string, FunctionAction>;
}

const MAX_CHOICES = 20;
const followUp = z.enum(["call_back", "message", "nothing"]).catch("nothing");
const answerWithin = z.enum(["5 minutes", "15 minutes", "1 hour", "4 hours"]).optional().catch(undefined);
const words = z.string().trim().min(1).max(2000);

const question = z.object({
  question: words,
  choices: z.array(z.string().trim().min(1).max(200)).max(MAX_CHOICES).catch([]),
  follow_up: followUp,
  answer_within: answerWithin,
});

const edit = z.object({
  reason: words,
  answer_within: answerWithin,
  changes: z
    .array(
      z.object({ step: words, field: z.enum(["prompt", "greeting"]), text: z.string().trim().min(1).max(100_000) }),
    )
    .min(1)
    .max(20),
});
const action = z.object({
  function: z.string().min(1).max(64),
  arguments: z.record(z.string(), z.unknown()).catch({}),
  summary: words,
  follow_up: followUp,
  answer_within: answerWithin,
});
const secret = z.object({ name: z.string().trim().min(1).max(200), why: words, answer_within: answerWithin });
const deliverable = z.object({
  title: z.string().trim().min(1).max(300),
  text: z.string().trim().min(1).max(20_000),
  fields: z.record(z.string(), z.unknown()).catch({}),
});

/** Opens a request to people and returns that to the model; a faulty call returns its fault to the model. */
export const askPeople = async (
  turn: Turn,
  call: ModelCall,
  { ask, given, waitSeconds, actions }: Asking,
): Promise<null> => {
  switch (ask) {
    case "ask_people":
      return askQuestion(turn, call, { given, waitSeconds });
    case "propose_action":
      return proposeAction(turn, call, { given, waitSeconds, actions });
    case "propose_edit":
      return proposeEdit(turn, call, { given, waitSeconds });
    case "request_secret":
      return requestSecret(turn, call, { given, waitSeconds });
    case "hand_over":
      return handOver(turn, call, given);
  }
};

type Given = Pick<Asking, "given" | "waitSeconds">;

const proposeAction = async (
  turn: Turn,
  call: ModelCall,
  { given, waitSeconds, actions }: Given & Pick<Asking, "actions">,
): Promise<null> => {
  const read = action.safeParse(given);
  if (!read.success) return refuse(turn, call, "Give `function`, `arguments` and `summary`. Call it again.");
  const { function: name, arguments: own, summary, follow_up, answer_within } = read.data;
  const proposed = actions.get(name);
  if (proposed?.kind !== "request" && proposed?.kind !== "propose") {
    return refuse(turn, call, `There is no function "${name}" to propose in this step.`);
  }
  const proposal = {
    ...own,
    [PROPOSAL_SUMMARY]: summary,
    [PROPOSAL_FOLLOW_UP]: follow_up,
    [PROPOSAL_ANSWER_WITHIN]: answer_within,
  };
  return proposeTool(turn, call, { ...proposed, given: proposal, waitSeconds });
};

const proposeEdit = async (turn: Turn, call: ModelCall, { given, waitSeconds }: Given): Promise<null> => {
  const read = edit.safeParse(given);
  if (!read.success)
    return refuse(turn, call, "Give a `reason` and `changes` with `step`, `field` and `text`. Call it again.");
  await turn.recorder.written();
  const { answer_within, ...proposal } = read.data;
  const proposed = await turn.ports.people.proposeEdit(turn.claim, {
    callId: call.id,
    ...proposal,
    ...deadlineIn(answer_within),
    waitSeconds: turn.run.driver === "text" ? null : waitSeconds,
  });
  if ("fault" in proposed) return refuse(turn, call, proposed.fault);
  const result = { proposed: true, request_id: proposed.requestId, say: SAY.edit };
  noteResult(turn, { ...call, requestId: proposed.requestId }, result);
  return null;
};

const requestSecret = async (turn: Turn, call: ModelCall, { given, waitSeconds }: Given): Promise<null> => {
  const read = secret.safeParse(given);
  if (!read.success) return refuse(turn, call, "Give `name` and `why`. Call it again.");
  const { answer_within, ...subject } = read.data;
  const deadline = deadlineIn(answer_within);
  return open(turn, call, { request: { kind: "secret", subject }, followUp: "nothing", waitSeconds, ...deadline });
};

const handOver = async (turn: Turn, call: ModelCall, given: Record<string, unknown>): Promise<null> => {
  const read = deliverable.safeParse(given);
  if (!read.success) return refuse(turn, call, "Give a `title` and a `text`. Call it again.");
  await turn.recorder.written();
  await turn.ports.people.handOver(turn.claim, { callId: call.id, ...read.data });
  noteResult(turn, call, { handed_over: true, say: "I have handed it over to my colleagues." });
  return null;
};

const askQuestion = async (turn: Turn, call: ModelCall, { given, waitSeconds }: Given): Promise<null> => {
  const read = question.safeParse(given);
  if (!read.success) return refuse(turn, call, "Say in `question` what you want to know. Call it again.");
  const { question: text, choices, follow_up, answer_within } = read.data;
  return open(turn, call, {
    request: { kind: "question", subject: { text, choices } },
    followUp: follow_up,
    waitSeconds,
    ...deadlineIn(answer_within),
  });
};

/** Proposes a tool call, which runs when somebody has confirmed it. */
export const proposeTool = (
  turn: Turn,
  call: ModelCall,
  {
    tool,
    name,
    given,
    waitSeconds,
  }: { tool: AgentTool; name: string; given: Record<string, unknown>; waitSeconds: number },
): Promise<null> => {
  const { [PROPOSAL_SUMMARY]: said, [PROPOSAL_FOLLOW_UP]: announced, [PROPOSAL_ANSWER_WITHIN]: within, ...own } = given;
  const summary = words.safeParse(said).data ?? tool.description;
  const subject = { tool_uuid: tool.uuid, tool_name: tool.name, summary, can_be_undone: tool.canBeUndone };
  return open(turn, call, {
    request: { kind: "action", subject },
    toolCall: { toolUuid: tool.uuid, name, arguments: JSON.stringify(own) },
    followUp: followUp.parse(announced),
    waitSeconds,
    ...deadlineIn(answerWithin.parse(within)),
  });
};

const deadlineIn = (within: keyof typeof ANSWER_WITHIN | undefined): { expiresInSeconds?: number } =>
  within === undefined ? {} : { expiresInSeconds: ANSWER_WITHIN[within] };

const SAY: Record<RequestKind, string> = {
  question: "I have asked my colleagues, and come back to it when they answer.",
  action: "I have proposed it to my colleagues, and come back to it when they confirm it.",
  edit: "I have proposed the change to my colleagues.",
  secret: "I have asked my colleagues for the key.",
};

const open = async (
  turn: Turn,
  call: ModelCall,
  { waitSeconds, ...asked }: Omit<AskedRequest, "callId" | "waitSeconds"> & { waitSeconds: number },
): Promise<null> => {
  const isLive = turn.run.driver !== "text";
  await turn.recorder.written();
  const { requestId } = await turn.ports.people.ask(turn.claim, {
    ...asked,
    callId: call.id,
    waitSeconds: isLive ? waitSeconds : null,
  });
  if (isLive) turn.waitSeconds = Math.min(turn.waitSeconds ?? waitSeconds, waitSeconds);
  const result = { asked: true, request_id: requestId, say: SAY[asked.request.kind] };
  // The arguments of an action are kept only sealed in its row.
  const given = asked.toolCall ? "{}" : call.arguments || "{}";
  noteResult(turn, { ...call, arguments: given, requestId }, result);
  return null;
};

const refuse = (turn: Turn, call: ModelCall, error: string): null => {
  noteResult(turn, { ...call, arguments: "{}" }, { error });
  return null;
};

const noteResult = (turn: Turn, call: Omit<FunctionCall, "result">, result: Record<string, unknown>): void =>
  turn.recorder.noteAnswer({ ...call, result: JSON.stringify(result) }, turn.position.nodeId);
