import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireAgent } from "../require-agent.ts";
import type { agentParams } from "./calls.schemas.ts";
import { presentRunReport } from "./run-report.presenter.ts";
import type { reportQuery } from "./usage.schemas.ts";

type Input = OperationInput<{ params: typeof agentParams; query: typeof reportQuery }>;

/** Exports every ended call of an agent as a file. */
export const reportAgent = (context: OperationContext, { params, query }: Input) => {
  const { workflow_id: agentId } = params;
  const range = { from: query.start_date, to: query.end_date };
  const selection = { scope: { agentId }, filters: [{ attribute: "dateRange", value: range } as const] };
  const report = { selection, filename: `agent-${agentId}-report`, format: query.format };
  return presentRunReport(context, report, async (tx) => {
    await requireAgent(tx, agentId);
  });
};
