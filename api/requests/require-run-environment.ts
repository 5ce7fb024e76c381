import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";

/** Throws 403 for a sandbox key where a production run asks: the answer may dial a real number or run a real action. */
export const requireRunEnvironment = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { kind, run_id: runId }: RequestRow,
): Promise<void> => {
  // Edits and keys belong to the organization, whose agents and credentials a sandbox key may change too.
  if (actor.environment === "production" || runId === null || (kind !== "question" && kind !== "action")) return;
  const run = await tx.selectFrom("call_runs").select("environment").where("id", "=", runId).executeTakeFirst();
  if (run?.environment === "production") requireProduction(actor, "decide what a production run asks");
};
