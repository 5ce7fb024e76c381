import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { explainNoUndo, UNDO_TOO_LATE, UNDO_WITHIN_HOURS } from "../../domain/request/undo.rules.ts";
import { buildCompensationArguments, type ToolCompensation } from "../../domain/tool/tool-compensation.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import { buildToolCallSealContext } from "../../infra/postgres/conversation/requested-tool.repository.ts";
import type { ToolCall } from "../../infra/postgres/conversation/tool-call.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { openArguments } from "../../infra/postgres/tool/tool-call.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

interface Proposal {
  /** `runId` null: the action is proposed outside calls. */
  claim: { organizationId: number; runId: number | null; number: number };
  call: { toolUuid: string; name: string; arguments: string };
  request: { id: number };
  secrets: SecretBox;
}

/** Stores the tool call of a proposed action; it does not run before it is confirmed. */
export const proposeToolCall = async (
  tx: OrganizationTransaction,
  { claim, call, request, secrets }: Proposal,
): Promise<string> => {
  const uuid = randomUUID();
  await tx
    .insertInto("tool_calls")
    .values({
      uuid,
      organization_id: claim.organizationId,
      run_id: claim.runId,
      turn: claim.number,
      tool_uuid: call.toolUuid,
      name: call.name,
      request_id: `request:${request.id}`,
      arguments_sealed: secrets.seal(call.arguments, buildToolCallSealContext(uuid)),
      state: "proposed",
    })
    .execute();
  return uuid;
};

/** Marks the tool call of a confirmed action as ready to run. */
export const confirmToolCall = (tx: OrganizationTransaction, { tool_call_id: uuid }: RequestRow) =>
  tx
    .updateTable("tool_calls")
    .set({ state: "requested", requested_at: sql<Date>`now()` })
    .where("uuid", "=", uuid)
    .where("state", "=", "proposed")
    .execute();

export type Undo =
  | { kind: "undoing"; request: RequestRow }
  /** It was undone before. */
  | { kind: "undone"; request: RequestRow }
  /** There is nothing that could still be undone; the sentence says why. */
  | { kind: "impossible"; sentence: string };

/**
 * Undoes a carried out action, once: one conditional change of the row decides who was first. The undoing call is
 * inserted in the same transaction, and the request's workflow runs it.
 */
export const undoAction = async (
  tx: OrganizationTransaction,
  request: RequestRow,
  { undoneBy, secrets }: { undoneBy: string; secrets: SecretBox },
): Promise<Undo> => {
  const done = await readDone(tx, request, secrets);
  if ("sentence" in done) return { kind: "impossible", sentence: done.sentence };
  const uuid = randomUUID();
  const undoing = await tx
    .updateTable("requests")
    .set({
      undone_by: undoneBy,
      undone_at: sql<Date>`clock_timestamp()`,
      undo_call_id: uuid,
      // The conversation that asked is told again, and the workflow has work again.
      told_at: null,
      finished_at: null,
    })
    .where("id", "=", request.id)
    .where("undone_at", "is", null)
    .where("settled_at", ">", sql<Date>`clock_timestamp() - make_interval(hours => ${UNDO_WITHIN_HOURS})`)
    .returningAll()
    .executeTakeFirst();
  if (undoing) {
    await insertUndo(tx, { uuid, done, secrets });
    return { kind: "undoing", request: undoing };
  }
  const now = await tx.selectFrom("requests").selectAll().where("id", "=", request.id).executeTakeFirstOrThrow();
  if (now.undone_at !== null) return { kind: "undone", request: now };
  return { kind: "impossible", sentence: UNDO_TOO_LATE };
};

interface Done {
  call: ToolCall;
  compensation: ToolCompensation;
  /** The arguments of the call that undoes it. */
  given: Record<string, unknown>;
}

const readDone = async (
  tx: OrganizationTransaction,
  request: RequestRow,
  secrets: SecretBox,
): Promise<Done | { sentence: string }> => {
  const call = await tx
    .selectFrom("tool_calls")
    .selectAll()
    .where("uuid", "=", request.tool_call_id)
    .executeTakeFirst();
  const tool = await tx
    .selectFrom("tools")
    .select("compensation")
    .where("tool_uuid", "=", call?.tool_uuid ?? null)
    .executeTakeFirst();
  const compensation = tool?.compensation ?? null;
  const sentence = explainNoUndo({
    decision: request.decision,
    isCarriedOut: request.carried_out_at !== null,
    hasFailed: !call || call.state === "failed",
    hasCompensation: compensation !== null,
  });
  if (sentence !== null) return { sentence };
  if (!call || !compensation) throw new Error("an action that can be undone has a call and a compensation");
  try {
    return { call, compensation, given: buildUndoArguments(call, compensation, secrets) };
  } catch (error) {
    if (error instanceof ToolFault) return { sentence: error.message };
    throw error;
  }
};

const buildUndoArguments = (
  call: ToolCall,
  compensation: ToolCompensation,
  secrets: SecretBox,
): Record<string, unknown> => {
  const result: unknown =
    call.result_sealed === null
      ? null
      : JSON.parse(secrets.open(call.result_sealed, buildToolCallSealContext(call.uuid)));
  return buildCompensationArguments(compensation, {
    arguments: openArguments(call, secrets),
    result: dataOf(result),
  });
};

const insertUndo = async (
  tx: OrganizationTransaction,
  { uuid, done: { call, compensation, given }, secrets }: { uuid: string; done: Done; secrets: SecretBox },
): Promise<void> => {
  await tx
    .insertInto("tool_calls")
    .values({
      uuid,
      organization_id: call.organization_id,
      run_id: call.run_id,
      turn: call.turn,
      tool_uuid: call.tool_uuid,
      name: compensation.function ?? call.name,
      request_id: `undo:${call.uuid}`,
      arguments_sealed: secrets.seal(JSON.stringify(given), buildToolCallSealContext(uuid)),
      is_compensation: true,
    })
    .execute();
};

/** Returns the other side's answer without our envelope. */
const dataOf = (result: unknown): unknown =>
  typeof result === "object" && result !== null && "data" in result ? result.data : result;
