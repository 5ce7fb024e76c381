import { type PlannedScenario, readPlanned } from "../../application/rehearsal/planned-conversations.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { listScenarios } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { readRehearsalAnswer } from "./read-rehearsal-answer.ts";
import { nothingToRehearse, unknownScenarios } from "./rehearsals.errors.ts";
import type { agentParams, startRehearsalBody } from "./rehearsals.schemas.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";
import { startRehearsalWorkflow, writeRehearsal } from "./start-rehearsal.ts";
import { requireVersion } from "./version-to-rehearse.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof startRehearsalBody }>;

/** Rehearses a version of an agent: each scenario as often as it says. Nothing is dialled, sent or spent but tokens. */
export const createRehearsal = async (context: OperationContext, { params, body }: Input) => {
  const { row, answer } = await context.inOrganization(async (tx) => {
    const agent = await requireRehearsedAgent(context, tx, params.workflow_id);
    const version = await requireVersion(tx, agent, body.version);
    const planned = await planScenarios(tx, agent.id, body.scenario_ids);
    const written = await writeRehearsal(context, tx, { agent, version, planned });
    return { row: written, answer: await readRehearsalAnswer(tx, written) };
  });
  await startRehearsalWorkflow(context, row);
  return answer;
};

const planScenarios = async (
  tx: OrganizationTransaction,
  agentId: number,
  wanted: readonly number[] | undefined,
): Promise<PlannedScenario[]> => {
  const rows = await listScenarios(tx, agentId);
  const unknown = (wanted ?? []).filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) throw unknownScenarios(unknown);
  const planned = rows.filter(({ id }) => wanted === undefined || wanted.includes(id)).map(readPlanned);
  if (planned.length === 0) throw nothingToRehearse();
  return planned;
};
