import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { addToDoNotCall } from "../../../../infra/postgres/contact/do-not-call.repository.ts";
import { readDestinationPermission } from "../../../../infra/postgres/contact/transfer-permission.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { type AgentOfRun, createRunRow } from "../../../factories/calls.ts";
import { createTwilioConfiguration } from "../../../factories/telephony.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

const LISTED_IN_SANDBOX = "+14155550123";
const LISTED = "+14155550124";
const UNLISTED = "+14155550125";

let test: TestDatabase;
let agent: AgentOfRun;
let runs: { sandbox: number; production: number; later: number };

beforeAll(async () => {
  test = await createTestDatabase();
  const tenant = await createTenant(test);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
  const { organizationId } = tenant;
  // A run of the other environment stands before and behind the one that is asked about.
  const idOf = async (environment: "sandbox" | "production") => (await createRunRow(test, agent, { environment })).id;
  runs = { sandbox: await idOf("sandbox"), production: await idOf("production"), later: await idOf("sandbox") };
  await test.database.inOrganization(organizationId, async (tx) => {
    const entry = { organizationId, source: "manual" as const };
    await addToDoNotCall(tx, { ...entry, phoneNumbers: [LISTED_IN_SANDBOX], environment: "sandbox" });
    await addToDoNotCall(tx, { ...entry, phoneNumbers: [LISTED] });
  });
});
afterAll(() => test.drop());

const read = (runId: number, destination: string) =>
  test.database.inOrganization(agent.organizationId, (tx) =>
    readDestinationPermission(tx, { organizationId: agent.organizationId, runId, destination }),
  );

it("the destination of a transfer is judged by the lists of its own call's environment", async () => {
  const refused = async (runId: number) =>
    Promise.all(
      [LISTED_IN_SANDBOX, LISTED, UNLISTED].map(async (number) => (await read(runId, number))?.refusal !== null),
    );
  expect(await refused(runs.production)).toEqual([false, true, false]);
  expect(await refused(runs.sandbox)).toEqual([true, true, false]);
  expect(await refused(runs.later)).toEqual([true, true, false]);
  expect(await read(runs.production, UNLISTED)).toMatchObject({ refusal: null, environment: "production" });
});

it("nobody asks for the organization's own numbers and for addresses of its trunks", async () => {
  const { organizationId } = agent;
  await test.everything
    .insertInto("phone_numbers")
    .values({
      organization_id: organizationId,
      telephony_configuration_id: await createTwilioConfiguration(test, { organizationId, name: "one" }),
      address_type: "pstn",
      address: LISTED,
      address_normalized: LISTED,
    })
    .execute();
  expect(await read(runs.production, LISTED)).toBeNull();
  expect(await read(runs.production, "sip:desk@pbx.example.com")).toBeNull();
});
