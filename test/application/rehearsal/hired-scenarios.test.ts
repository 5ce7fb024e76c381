import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createScriptedModel } from "../../../infra/models/scripted.model.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { type HiredToRehearse, hiredTexts, hireToRehearse, rehearseOnce } from "./hired-agents.ts";
import { type PlantedFault, plantedFaults } from "./planted-faults.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  tenant = await createTenant(test);
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

it.each(hiredTexts)("the sample conversations of $name are green on the agent that is hired", async (hired) => {
  const { agent, scenarios } = await hireToRehearse({ test, tenant }, hired);
  expect(scenarios.map(({ name }) => name)).toEqual(
    expect.arrayContaining(hired.text.conversations.map(({ title }) => title)),
  );
  for (const scenario of scenarios) {
    const { failed, played } = await rehearseOnce(api.dependencies, agent, scenario);
    expect({ scenario: scenario.name, failed, words: failed.length > 0 ? played.words : [] }).toEqual({
      scenario: scenario.name,
      failed: [],
      words: [],
    });
    expect(played).toMatchObject({ error: null, tools_without_answer: [] });
    // A caller who would hang up may find that the agent has.
    expect(played.lines_left).toBeLessThanOrEqual(scenario.content.checks.length === 0 ? 1 : 0);
  }
});

const hire = (template: string): Promise<HiredToRehearse> => {
  const hired = hiredTexts.find((each) => each.template.id === template);
  if (!hired) throw new Error(`there is no template ${template}`);
  return hireToRehearse({ test, tenant }, hired);
};

/** Tells by which checks the scenarios of the template notice the fault. */
const notice = async ({ template, agent: change = (agent) => agent, model: bend = (model) => model }: PlantedFault) => {
  const { agent, scenarios } = await hire(template);
  const noticed = new Set<string>();
  for (const scenario of scenarios) {
    const model = bend(createScriptedModel());
    const { failed, played } = await rehearseOnce(api.dependencies, change(agent), { ...scenario, model });
    for (const { kind } of failed) noticed.add(kind);
    if (played.error !== null) noticed.add("it could not be played");
  }
  return [...noticed];
};

it("at least 18 of 20 planted faults are noticed by the scenarios that come with the templates", async () => {
  expect(plantedFaults).toHaveLength(20);
  const unnoticed: string[] = [];
  for (const fault of plantedFaults) {
    const noticed = await notice(fault);
    process.stderr.write(`${fault.name}: ${noticed.join(", ") || "not noticed"}\n`);
    if (noticed.length === 0) unnoticed.push(fault.name);
  }
  expect(unnoticed.length <= 2 ? [] : unnoticed).toEqual([]);
});

it("200 rehearsals of unchanged agents cry wolf at most twice", async () => {
  let played = 0;
  const red: object[] = [];
  while (played < 200)
    for (const hired of hiredTexts) {
      const { agent, scenarios } = await hireToRehearse({ test, tenant }, hired);
      for (const scenario of scenarios) {
        const { failed } = await rehearseOnce(api.dependencies, agent, scenario);
        played += 1;
        if (failed.length > 0) red.push({ agent: hired.name, scenario: scenario.name, failed });
      }
    }
  expect(red.length <= 2 ? [] : red).toEqual([]);
});
