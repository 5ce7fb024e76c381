import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import { sendLast } from "../send-together.ts";
import { appendEntry } from "./append-entry.ts";

/** Records the cost of a run that is over, behind its end where both are written in one transaction. */
export const recordPrice = (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "uuid" | "organization_id" | "agent_id">,
  cost: { cost_minor: number | null; currency: string | null },
): Promise<void> =>
  sendLast(tx, (tx) =>
    appendEntry(tx, {
      organizationId: run.organization_id,
      kind: "attempt.priced",
      actor: `agent:${run.agent_id}`,
      run: run.uuid,
      facts: { run: run.uuid, ...cost, held: null },
    }),
  );
