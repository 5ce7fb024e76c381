import { sql } from "kysely";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { readRunAgent } from "../call/run-agent.repository.ts";
import type { ToolCall } from "../conversation/tool-call.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

export interface ToolCallEnd {
  state: "done" | "failed" | "unknown";
  /** The result for the model: JSON. */
  result?: unknown;
  statusCode?: number | null;
  /** A sentence without secrets and personal data. */
  error?: string | null;
}

export const findToolCall = (tx: OrganizationTransaction, uuid: string): Promise<ToolCall | undefined> =>
  tx.selectFrom("tool_calls").selectAll().where("uuid", "=", uuid).executeTakeFirst();

/** Opens the model's arguments. Throws when they are not a JSON object or the key is not configured. */
export const openArguments = (
  row: Pick<ToolCall, "uuid" | "arguments_sealed">,
  secrets: SecretBox,
): Record<string, unknown> => {
  const value: unknown = JSON.parse(secrets.open(row.arguments_sealed, contextOf(row.uuid)));
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("arguments are an object");
  return { ...value };
};

/** Returns the variables of a call: those of every call, its own, and those gathered so far. */
export const readCallVariables = async (
  tx: OrganizationTransaction,
  runId: number,
  now: Date,
): Promise<Record<string, unknown>> => {
  const run = await tx.selectFrom("call_runs").selectAll().where("id", "=", runId).executeTakeFirstOrThrow();
  const { variables } = await readRunAgent(tx, run, now);
  const conversation = await tx
    .selectFrom("conversations")
    .select("gathered")
    .where("run_id", "=", runId)
    .executeTakeFirst();
  const gathered = conversation?.gathered ?? {};
  return { ...variables, ...gathered, initial_context: run.initial_context, gathered_context: gathered };
};

interface Taking {
  uuid: string;
  from: readonly ("requested" | "running")[];
  /** For a connected app: the account and the action. */
  actsIn: { accountId: number; action: string } | undefined;
}

/**
 * Marks the call as running: from here on a request may be sent. `from`: the states that it may leave; undefined when
 * it is in another one. Its end is stored with the returned number of the attempt.
 */
export const claimToolCall = async (
  tx: OrganizationTransaction,
  { uuid, from, actsIn }: Taking,
): Promise<number | undefined> => {
  const row = await tx
    .updateTable("tool_calls")
    .set({
      state: "running",
      started_at: sql`coalesce(started_at, now())`,
      attempts: sql`attempts + 1`,
      ...(actsIn && { connector_account_id: actsIn.accountId, connector_action: actsIn.action }),
    })
    .where("uuid", "=", uuid)
    .where("state", "in", from)
    .returning("attempts")
    .executeTakeFirst();
  return row?.attempts;
};

/**
 * Stores the end, once; of two attempts at the same call the later one counts. Returns false when this attempt is not
 * the later one.
 */
export const endToolCall = async (
  tx: OrganizationTransaction,
  { uuid, attempt, end, secrets }: { uuid: string; attempt: number; end: ToolCallEnd; secrets: SecretBox },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("tool_calls")
    .set({
      state: end.state,
      result_sealed: end.result === undefined ? null : secrets.seal(JSON.stringify(end.result), contextOf(uuid)),
      status_code: end.statusCode ?? null,
      error: end.error ?? null,
      finished_at: sql`now()`,
    })
    .where("uuid", "=", uuid)
    .where("attempts", "=", attempt)
    .where("state", "in", ["requested", "running"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const contextOf = (uuid: string) => `tool-call:${uuid}`;
