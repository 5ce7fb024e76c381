import { listConsequences } from "../../domain/access/consequences.ts";
import { isRecord } from "../../domain/json/json-value.ts";
import { findKeptAnswer } from "../http/idempotency.ts";
import type { AnyOperation } from "../http/operation.ts";
import type { Actor, ApiDependencies } from "../http/operation-context.ts";
import { issueConfirmation, readConfirmation, requireNotGrown } from "./confirmation.ts";
import { type ActDescription, describeAct } from "./describe-act.ts";
import type { McpClient } from "./mcp-client.ts";
import { ToolRefusal } from "./mcp-errors.ts";
import type { OperationArguments, OperationCalls } from "./operation-calls.ts";
import { recordAct } from "./record-act.ts";

/** One call of a tool: the only way from a tool to an operation. */
export interface ToolCall {
  dependencies: ApiDependencies;
  operations: readonly AnyOperation[];
  /** Asks an operation, and throws where it refuses. An act with consequences needs the token of their description. */
  ask(id: string, given?: OperationArguments): Promise<unknown>;
  /** The same, with what else is known of the answer. */
  askWhole(id: string, given?: OperationArguments): Promise<{ data: unknown; isCut: boolean }>;
  /** Tells whether the timeline has an event of what the call did so far. */
  hasActed(): boolean;
  /** Aborts when the client has left. */
  signal: AbortSignal;
}

/** Thrown instead of an act without a token: what it would bring about, and the token. */
export class ConfirmationNeeded extends Error {
  override readonly name = "ConfirmationNeeded";
  readonly description: ActDescription;
  readonly token: string;
  constructor(description: ActDescription, token: string) {
    super("the act has consequences that have to be read first");
    this.description = description;
    this.token = token;
  }
}

interface CalledTool {
  dependencies: ApiDependencies;
  operations: readonly AnyOperation[];
  calls: OperationCalls;
  actor: Actor;
  client: McpClient;
  tool: string;
  arguments: Record<string, unknown>;
  signal: AbortSignal;
}

export const createToolCall = (called: CalledTool): ToolCall => {
  let hasActed = false;
  const askWhole: ToolCall["askWhole"] = async (id, given = {}) => {
    const operation = called.calls.find(id);
    const key = await confirm(called, operation, given);
    const answer = await called.calls.ask(operation, given, key ?? undefined);
    if (answer.isReplayed) throw createDoneBefore(answer.data);
    // The act is done: a client that were told of a failure would do it again.
    const isOnTimeline = await recordAct(called, operation, given).catch((err: unknown) => {
      called.dependencies.logger.warn({ err, operation: operation.id }, "the client of an act is not on the timeline");
      return false;
    });
    hasActed ||= isOnTimeline;
    return answer;
  };
  return {
    dependencies: called.dependencies,
    operations: called.operations,
    askWhole,
    ask: async (id, given) => (await askWhole(id, given)).data,
    hasActed: () => hasActed,
    signal: called.signal,
  };
};

const createDoneBefore = (answer: unknown): ToolRefusal =>
  new ToolRefusal(
    `Nothing was done: this token was used already, and a token works once. Its answer was: ${JSON.stringify(answer)}`,
  );

/** Returns the key under which the act is carried out once; null: it has no consequences. */
const confirm = async (
  { dependencies, calls, actor, tool, arguments: given, signal }: CalledTool,
  operation: AnyOperation,
  asked: OperationArguments,
): Promise<string | null> => {
  if (listConsequences(operation, isRecord(asked.body) ? asked.body : {}).length === 0) return null;
  const { confirm: token, ...rest } = given;
  const act = { actor, tool, arguments: rest };
  const describe = () => describeAct(calls, { operation, given: asked, environment: actor.environment, signal });
  if (typeof token !== "string" || token === "") {
    const description = await describe();
    throw new ConfirmationNeeded(description, issueConfirmation(dependencies, act, description));
  }
  const { key, described } = readConfirmation(dependencies, { act, token });
  // Looked at first: what was deleted with the token can no longer be described.
  const earlier = await findKeptAnswer(dependencies, { actor, key });
  if (earlier) throw createDoneBefore(earlier.body);
  requireNotGrown(described, await describe());
  return key;
};
