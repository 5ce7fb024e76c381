import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { askAnalyticsOperation } from "../../../api/calls/analytics/analytics.operations.ts";
import { createRehearsalOperation, getRehearsalOperation } from "../../../api/rehearsals/rehearsals.operations.ts";
import { createScenarioFromRunOperation } from "../../../api/rehearsals/scenario-sources.operations.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";
import { openTalkingOrganization, runRow, untilOver } from "../conversations/talking-organization.ts";

let platform: CallingPlatform;

beforeAll(async () => {
  platform = await startCallingPlatform({ defaults: { outcomes: ["answered"] } });
});
afterAll(() => platform.close());

it("a scenario made of a call by telephone has the person's words, and is green when it is played", async () => {
  const organization = await openTalkingOrganization(platform);
  const { agentId: workflow_id } = organization;
  const run_id = await organization.call({
    talk: [
      { says: "I want to book an appointment.", partials: false },
      { says: "Friday. That is all, we are finished.", partials: false },
    ],
  });
  await untilOver(platform, run_id);
  const run = await waitUntil("the conversation is concluded", async () => {
    const row = await runRow(platform, run_id);
    return row.turns === null ? undefined : row;
  });
  const owner = platform.api.client({ token: organization.owner.token });
  const made = await owner.call(createScenarioFromRunOperation, { params: { workflow_id, run_id }, body: {} });
  expect(run.mode).not.toBe("textchat");
  expect(made.body).toMatchObject({
    name: `From run ${run_id}`,
    answered_by: "person",
    source: { kind: "run", run_id },
  });
  expect(made.body.caller.lines?.map((line) => "say" in line && line.say)).toEqual([
    "I want to book an appointment.",
    "Friday. That is all, we are finished.",
  ]);
  expect(JSON.stringify(made.body)).not.toMatch(/\bAda\b|14155550101/);
  const { body: started } = await owner.call(createRehearsalOperation, { params: { workflow_id }, body: {} });
  const over = await waitUntil("the rehearsal is over", async () => {
    const params = { workflow_id, rehearsal_id: started.id };
    const { body } = await owner.call(getRehearsalOperation, { params });
    return body.state === "done" ? body : undefined;
  });
  expect(over.conversations.flatMap(({ checks }) => checks.filter(({ passed }) => !passed))).toEqual([]);

  // The same call is in the figures, with what its conversation was.
  const { body } = await owner.call(askAnalyticsOperation, { query: { measures: "turns,answer_latency,interrupted" } });
  expect(run).toMatchObject({ turns: 2, interruptions: 0 });
  expect(body.total.figures).toMatchObject([{ calls: 1, sum: 2 }, { calls: 1 }, { calls: 0 }]);
  expect(body.total.figures[1]?.p50).toBeGreaterThanOrEqual(0);
});
