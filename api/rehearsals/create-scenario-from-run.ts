import { readLivedConversation } from "../../application/rehearsal/read-lived-conversation.ts";
import { scenarioContent } from "../../domain/rehearsal/scenario.ts";
import { makeScenario } from "../../domain/rehearsal/scenario-from-conversation.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { notFound } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireScope } from "../http/require-scope.ts";
import { addScenario } from "./add-scenario.ts";
import { cannotBecomeScenario, runWithoutScenario } from "./rehearsals.errors.ts";
import type { scenarioFromRunBody, scenarioFromRunParams } from "./rehearsals.schemas.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";

type Input = OperationInput<{ params: typeof scenarioFromRunParams; body: typeof scenarioFromRunBody }>;

/** Makes a scenario of a conversation that was: a call, or a test in writing. */
export const createScenarioFromRun = (context: OperationContext, { params, body }: Input) => {
  // Its lines are words of a call, which a key for rehearsals alone may not read.
  requireScope(context.actor, { area: "Calls", sandbox: "read", summary: "Read the words of a run" });
  return context.inOrganization(async (tx) => {
    const agent = await requireRehearsedAgent(context, tx, params.workflow_id);
    const run = await requireRunOfAgent(context, tx, params);
    const lived = await readLivedConversation(tx, { run, secrets: context.secrets });
    if (typeof lived === "string") throw runWithoutScenario(lived);
    const made = scenarioContent.safeParse(makeScenario(lived.conversation, lived.definition));
    if (!made.success) throw cannotBecomeScenario(made.error);
    const { name = `From run ${run.id}`, runs, must_pass } = body;
    const source = { kind: "run", run_id: run.id };
    const answer = await addScenario(context, tx, { agent, body: { ...made.data, name, runs, must_pass }, source });
    context.keepAnswer(tx, answer);
    return answer;
  });
};

const requireRunOfAgent = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { workflow_id, run_id }: Input["params"],
) => {
  const run = await tx
    .selectFrom("call_runs")
    .selectAll()
    .where("id", "=", run_id)
    .where("agent_id", "=", workflow_id)
    .executeTakeFirst();
  if (!run) throw notFound("Run");
  requireOwnEnvironment(actor, run, "run");
  return run;
};
