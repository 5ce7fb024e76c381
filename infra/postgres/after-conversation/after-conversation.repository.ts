import { sql } from "kysely";
import { deriveUuid } from "../../ids.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { AfterConversationStep } from "./after-conversation-step.entity.ts";

export interface StepAddress {
  organizationId: number;
  runId: number;
  runUuid: string;
  nodeId: string;
}

/**
 * Returns the progress of a node's step for a run; creates the row at the first call. Its uuid, by which a receiver recognizes a
 * repeated webhook, stays the same when a backup from before that call is restored.
 */
export const findAfterConversationStep = async (
  tx: OrganizationTransaction,
  { organizationId, runId, runUuid, nodeId }: StepAddress,
): Promise<AfterConversationStep> => {
  await tx
    .insertInto("after_call_steps")
    .values({
      run_id: runId,
      node_id: nodeId,
      organization_id: organizationId,
      uuid: deriveUuid(`${runUuid}\n${nodeId}`),
    })
    .onConflict((clash) => clash.doNothing())
    .execute();
  return tx
    .selectFrom("after_call_steps")
    .selectAll()
    .where("run_id", "=", runId)
    .where("node_id", "=", nodeId)
    .executeTakeFirstOrThrow();
};

/** Stores the result of a try. Returns false when another process has settled the step before. */
export const recordAfterConversationTry = async (
  tx: OrganizationTransaction,
  { runId, nodeId }: StepAddress,
  tried: { state: AfterConversationStep["state"]; error: string | null; nextAttemptAt: Date | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("after_call_steps")
    .set({
      state: tried.state,
      error: tried.error,
      next_attempt_at: tried.nextAttemptAt,
      attempts: sql<number>`attempts + 1`,
    })
    .where("run_id", "=", runId)
    .where("node_id", "=", nodeId)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
