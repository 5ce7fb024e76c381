import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";

/**
 * Throws 403 for a sandbox key where production asks: a run, whose answer may dial a real number or run a real action, or a change of
 * a production agent. A request without a run is of production too.
 */
export const requireRunEnvironment = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  request: RequestRow,
): Promise<void> => {
  if (actor.environment === "production" || (await isOfSandbox(tx, request))) return;
  requireProduction(actor, request.kind === "edit" ? "change a production agent" : "decide what a production run asks");
};

const isOfSandbox = async (
  tx: OrganizationTransaction,
  { kind, run_id: runId, agent_id: agentId }: RequestRow,
): Promise<boolean> => {
  const asking =
    kind === "edit"
      ? await tx.selectFrom("agents").select("environment").where("id", "=", agentId).executeTakeFirst()
      : await tx.selectFrom("call_runs").select("environment").where("id", "=", runId).executeTakeFirst();
  return asking?.environment === "sandbox";
};
