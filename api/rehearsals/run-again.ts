import { readPlanned } from "../../application/rehearsal/planned-conversations.ts";
import { listRehearsalConversations } from "../../infra/postgres/rehearsal/rehearsal-conversation.repository.ts";
import { listScenarios } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { readRehearsalAnswer, requireRehearsal } from "./read-rehearsal-answer.ts";
import { nothingRed } from "./rehearsals.errors.ts";
import type { rehearsalParams } from "./rehearsals.schemas.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";
import { startRehearsalWorkflow, writeRehearsal } from "./start-rehearsal.ts";
import { requireVersion } from "./version-to-rehearse.ts";

/** Rehearses the scenarios again whose conversations were not green, as they and the agent are now. */
export const runAgain = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof rehearsalParams }>,
) => {
  const { row, answer } = await context.inOrganization(async (tx) => {
    const agent = await requireRehearsedAgent(context, tx, params.workflow_id);
    const before = await requireRehearsal(tx, params);
    const conversations = await listRehearsalConversations(tx, before.id);
    const red = new Set(conversations.flatMap((each) => (each.state === "green" ? [] : [each.scenario_id])));
    const planned = (await listScenarios(tx, agent.id)).filter(({ id }) => red.has(id)).map(readPlanned);
    if (planned.length === 0) throw nothingRed();
    const version = await requireVersion(tx, agent, undefined);
    const written = await writeRehearsal(context, tx, { agent, version, planned });
    return { row: written, answer: await readRehearsalAnswer(tx, written) };
  });
  await startRehearsalWorkflow(context, row);
  return answer;
};
