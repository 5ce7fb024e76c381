import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { findAgent, findAgentByTrigger, findAgentByUuid } from "../../../../infra/postgres/agent/agent.repository.ts";
import { lockAgent, publishDraft, writeDraft } from "../../../../infra/postgres/agent/agent-changes.repository.ts";
import { findAgentToRun } from "../../../../infra/postgres/agent/agent-to-run.repository.ts";
import { recordTimeline } from "../../../../infra/postgres/timeline/timeline.repository.ts";
import { createAgentRows, minimalDefinition, triggeredDefinition } from "../../../factories/agents.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;
let stranger: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
  stranger = await createTenant(test, "Another");
});
afterAll(() => test.drop());

type Work<T> = Parameters<typeof test.database.inOrganization<T>>[1];
const inTenant = <T>(work: Work<T>) => test.database.inOrganization(tenant.organizationId, work);
const inStranger = <T>(work: Work<T>) => test.database.inOrganization(stranger.organizationId, work);

describe("an agent is found", () => {
  it("by id, public id and trigger, in its own organization alone", async () => {
    const definition = triggeredDefinition({ trigger_path: "found" });
    const { agentId, workflowUuid } = await createAgentRows(test, tenant, { definition });
    const found = [
      await inTenant((tx) => findAgent(tx, agentId)),
      await inTenant((tx) => findAgentByUuid(tx, workflowUuid.toUpperCase())),
      await inTenant((tx) => findAgentByTrigger(tx, "found")),
    ];
    expect(found.map((agent) => agent?.id)).toEqual([agentId, agentId, agentId]);
    const missed = [
      await inStranger((tx) => findAgent(tx, agentId)),
      await inStranger((tx) => findAgentByUuid(tx, workflowUuid)),
      await inStranger((tx) => findAgentByTrigger(tx, "found")),
      await inTenant((tx) => findAgentByUuid(tx, "no uuid")),
      await inTenant((tx) => findAgentByUuid(tx, stranger.owner.token)),
    ];
    expect(missed.filter((agent) => agent !== undefined)).toEqual([]);
  });

  it("not by a trigger that is disabled", async () => {
    await createAgentRows(test, tenant, { definition: triggeredDefinition({ trigger_path: "off", enabled: false }) });
    expect(await inTenant((tx) => findAgentByTrigger(tx, "off"))).toBeUndefined();
  });
});

describe("the version to run", () => {
  it("is the draft for tests, the published one for everybody else", async () => {
    const { agentId, versionId } = await createAgentRows(test, tenant, { configurations: { max_call_duration: 90 } });
    const run = (which: "draft_or_published" | "published") => inTenant((tx) => findAgentToRun(tx, agentId, which));
    const published = {
      versionId,
      definition: minimalDefinition(),
      configurations: { max_call_duration: 90 },
      templateVariables: {},
    };
    expect(await run("published")).toMatchObject({ version: published });
    expect(await run("draft_or_published")).toMatchObject({ version: published });

    const draft = await inTenant(async (tx) => {
      const agent = await lockAgent(tx, agentId);
      return agent && writeDraft(tx, agent, { definition: minimalDefinition("New") });
    });
    const drafted = {
      versionId: draft?.id,
      definition: minimalDefinition("New"),
      configurations: { max_call_duration: 90 },
      templateVariables: {},
    };
    expect(await run("published")).toMatchObject({ version: published });
    expect(await run("draft_or_published")).toMatchObject({ version: drafted });

    await inTenant(async (tx) => {
      const agent = await lockAgent(tx, agentId);
      if (agent) await publishDraft(tx, agent, new Date());
    });
    expect(await run("published")).toMatchObject({ version: drafted });
    expect(await inStranger((tx) => findAgentToRun(tx, agentId, "published"))).toMatchObject({ reason: "unknown" });
  });
});

describe("an event of an agent", () => {
  it("is filed under the channel that the agent is in, unless it says another", async () => {
    const { agentId } = await createAgentRows(test, tenant);
    const { organizationId } = tenant;
    const folder = await test.everything
      .insertInto("folders")
      .values({ organization_id: organizationId, name: "Sales" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const record = (entry: { channelId?: number | null }) =>
      inTenant((tx) =>
        recordTimeline(tx, { organizationId, kind: "system", actor: "system", summary: "x", agentId, ...entry }),
      );
    const before = await record({});
    await inTenant((tx) => tx.updateTable("agents").set({ folder_id: folder.id }).where("id", "=", agentId).execute());
    const events = [before, await record({}), await record({ channelId: null })];
    const rows = await test.everything
      .selectFrom("timeline_events")
      .select(["id", "folder_id"])
      .where("id", "in", events)
      .orderBy("id")
      .execute();
    expect(rows.map((row) => row.folder_id)).toEqual([null, folder.id, null]);
  });
});
