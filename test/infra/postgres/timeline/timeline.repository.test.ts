import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { recordTimeline, type TimelineEntry } from "../../../../infra/postgres/timeline/timeline.repository.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;
let places: { agents: number; other: number; agent: number };

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
  places = await openPlaces(tenant);
});
afterAll(() => test.drop());

/** An agent in a channel, and another channel. */
const openPlaces = ({ organizationId }: Tenant) =>
  test.database.inOrganization(organizationId, async (tx) => {
    const [agents, other] = await tx
      .insertInto("folders")
      .values(["the agent's", "another"].map((name) => ({ organization_id: organizationId, name })))
      .returning("id")
      .execute();
    if (!agents || !other) throw new Error("the channels were not made");
    const agent = await tx
      .insertInto("agents")
      .values({
        organization_id: organizationId,
        workflow_uuid: crypto.randomUUID(),
        name: "Reception",
        folder_id: agents.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { agents: agents.id, other: other.id, agent: agent.id };
  });

const record = (entry: Partial<TimelineEntry>) =>
  test.database.inOrganization(tenant.organizationId, async (tx) => {
    const { organizationId } = tenant;
    const id = await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor: "system",
      summary: "It was",
      ...entry,
    });
    return tx.selectFrom("timeline_events").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  });

it("writes an event into its agent's present channel, unless another or none is named", async () => {
  const { agents, other, agent } = places;
  expect(await record({ agentId: agent })).toMatchObject({ agent_id: agent, folder_id: agents });
  expect(await record({ agentId: agent, channelId: other })).toMatchObject({ agent_id: agent, folder_id: other });
  expect(await record({ agentId: agent, channelId: null })).toMatchObject({ agent_id: agent, folder_id: null });
  expect(await record({ channelId: other })).toMatchObject({ agent_id: null, folder_id: other });
  expect(await record({})).toMatchObject({ agent_id: null, folder_id: null });
});

it("keeps every field in its column, also in an agent's channel", async () => {
  const fields = {
    kind: "deliverable" as const,
    actor: "user:7",
    summary: "A campaign was paused",
    payload: { numbers: [1, 2] },
    threadId: "a thread",
    assistant: true,
  };
  const stored = {
    organization_id: tenant.organizationId,
    kind: "deliverable",
    actor: "user:7",
    summary: "A campaign was paused",
    payload: { numbers: [1, 2] },
    run_id: null,
    campaign_id: null,
    thread_id: "a thread",
    is_deliverable: true,
    assistant: true,
    blocked: null,
  };
  expect(await record(fields)).toMatchObject(stored);
  expect(await record({ ...fields, agentId: places.agent })).toMatchObject({ ...stored, folder_id: places.agents });
});
