import { createRehearsalOperation, getRehearsalOperation } from "../../api/rehearsals/rehearsals.operations.ts";
import { importScenariosOperation } from "../../api/rehearsals/scenario-sources.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { receptionDefinition } from "../application/conversation/rig.ts";
import { createAgent } from "../factories/agents.ts";
import { bookingScenario } from "../factories/rehearsals.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { openDiallingOrganization } from "../harness/dialling-organization.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { onStack } from "./on-stack.ts";

const SCENARIOS = 50;
const RUNS = 3;
const TRIES = 3;
const GOAL_SECONDS = 60;

export const rehearsalBench: BenchPart = {
  name: "rehearsal",
  title: "a rehearsal of 50 scenarios, three runs each, with the built-in model",
  run: (context) => onStack((stack) => measure(stack, context)),
};

const measure = async (stack: RunningStack, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const { client } = await openDiallingOrganization(stack, { speed: 1 });
  const { id: workflow_id } = await createAgent(client, { workflow_definition: receptionDefinition() });
  const scenarios = Math.max(Math.round(SCENARIOS * scale), 2);
  const yaml = Array.from({ length: scenarios }, (_, at) => JSON.stringify(writtenScenario(at))).join("\n---\n");
  await client.call(importScenariosOperation, { params: { workflow_id }, body: { yaml } });
  const seconds: number[] = [];
  for (let tried = 1; tried <= TRIES; tried += 1) {
    seconds.push(await rehearse(client, { workflow_id, conversations: scenarios * RUNS }));
    say(`try ${tried}: ${seconds.at(-1)?.toFixed(1)} s`);
  }
  const longest = Math.max(...seconds);
  return [
    {
      figure: `rehearsal of ${scenarios} scenarios × ${RUNS} runs, s (each of ${TRIES} tries)`,
      measured: seconds.map((each) => each.toFixed(1)).join(" / "),
      floor: "",
      ratio: null,
      goal: `${GOAL_SECONDS} at most`,
      holds: longest <= GOAL_SECONDS,
    },
  ];
};

const writtenScenario = (at: number) => ({
  name: `Books for Friday, ${at}`,
  runs: RUNS,
  turns: bookingScenario.caller.lines.map(({ say, ...line }) => ({ ...line, user: say })),
  context: bookingScenario.context,
  checks: bookingScenario.checks,
});

/** Returns how long a rehearsal takes, from the request to the last result. */
const rehearse = async (
  client: ApiClient,
  { workflow_id, conversations }: { workflow_id: number; conversations: number },
): Promise<number> => {
  const begunAt = performance.now();
  const { body } = await client.call(createRehearsalOperation, { params: { workflow_id }, body: {} });
  const params = { workflow_id, rehearsal_id: body.id };
  const over = await waitUntil("the rehearsal is over", async () => {
    const { body: now } = await client.call(getRehearsalOperation, { params });
    return now.state === "done" ? now : undefined;
  });
  if (over.counts.green !== conversations) throw new Error(`only ${over.counts.green} of ${conversations} are green`);
  return (performance.now() - begunAt) / 1000;
};
