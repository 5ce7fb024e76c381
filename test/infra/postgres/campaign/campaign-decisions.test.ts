import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type CampaignDecision } from "../../../../domain/campaign/campaign-log.ts";
import type { CampaignState } from "../../../../domain/campaign/campaign-states.rules.ts";
import { countOutcomesSince, listNewestLogs } from "../../../../infra/postgres/campaign/campaign.repository.ts";
import {
  changeCampaignState,
  failCampaign,
  logCampaign,
} from "../../../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../../../infra/postgres/database.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { type AgentOfRun, createRunRow } from "../../../factories/calls.ts";
import { createContactListRows, plainSettings } from "../../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;
let agent: AgentOfRun;
let campaignId: number;

const within = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
  test.database.inOrganization(tenant.organizationId, work);

const createCampaignRow = async (state: CampaignState = "running"): Promise<number> => {
  const contact_list_id = await createContactListRows(test, tenant);
  const { id } = await test.everything
    .insertInto("campaigns")
    .values({
      organization_id: tenant.organizationId,
      name: "Spring",
      agent_id: agent.agentId,
      source_type: "contact_list",
      source_id: String(contact_list_id),
      contact_list_id,
      state,
      ...plainSettings,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await test.everything
    .insertInto("campaign_figures")
    .values({ campaign_id: id, organization_id: tenant.organizationId })
    .execute();
  return id;
};
const rowOf = (id: number) =>
  test.everything.selectFrom("campaigns").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const revisionOf = async (id: number) =>
  (
    await test.everything
      .selectFrom("campaign_figures")
      .select("revision")
      .where("campaign_id", "=", id)
      .executeTakeFirstOrThrow()
  ).revision;
const logsOf = (id: number) => within((tx) => listNewestLogs(tx, id));

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  tenant = await createTenant(test);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
  campaignId = await createCampaignRow();
});

const decision: CampaignDecision = {
  level: "warning",
  event: "paused",
  message: "Paused by hand",
  actor: "user:7",
  details: { why: "lunch" },
};

describe("a decision about a campaign", () => {
  it("is in its row, its log and the timeline, and tells whoever watches its figures", async () => {
    const before = await rowOf(campaignId);
    const revision = await revisionOf(campaignId);
    await within((tx) => changeCampaignState(tx, before, { to: "paused", decision }));
    expect(await rowOf(campaignId)).toEqual({ ...before, state: "paused" });
    expect(await revisionOf(campaignId)).toBeGreaterThan(revision);
    expect(await logsOf(campaignId)).toEqual([
      {
        ...decision,
        id: expect.any(Number),
        organization_id: tenant.organizationId,
        campaign_id: campaignId,
        command_key: null,
        ts: expect.any(Date),
      },
    ]);
    const events = await test.everything
      .selectFrom("timeline_events")
      .selectAll()
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    expect(events).toMatchObject([
      {
        kind: "campaign",
        actor: "user:7",
        summary: "Spring: Paused by hand",
        payload: { campaign_id: campaignId, event: "paused", why: "lunch" },
        agent_id: agent.agentId,
        campaign_id: campaignId,
      },
    ]);
  });

  it("cannot be made of one that is over", async () => {
    for (const state of ["completed", "canceled"] as const) {
      const over = await rowOf(await createCampaignRow(state));
      const change = within((tx) => changeCampaignState(tx, over, { to: "running", decision }));
      await expect(change).rejects.toThrow(`campaign ${over.id} is over already`);
      expect([(await rowOf(over.id)).state, await logsOf(over.id)]).toEqual([state, []]);
    }
  });

  it("is a failure with its reason only where it runs", async () => {
    const paused = await createCampaignRow("paused");
    for (const id of [campaignId, paused]) await within((tx) => failCampaign(tx, id, "The account is gone"));
    expect(await rowOf(campaignId)).toMatchObject({ state: "failed", failure_reason: "The account is gone" });
    expect(await logsOf(campaignId)).toMatchObject([
      { level: "error", event: "failed", message: "The account is gone", actor: "system", details: null },
    ]);
    expect(await rowOf(paused)).toMatchObject({ state: "paused", failure_reason: null });
    expect(await logsOf(paused)).toEqual([]);
  });
});

it("the log of a campaign shows its newest two hundred entries, newest first, and no other campaign's", async () => {
  const other = await createCampaignRow();
  await within(async (tx) => {
    const [campaign, neighbour] = [await rowOf(campaignId), await rowOf(other)];
    for (let entry = 1; entry <= 201; entry += 1)
      await logCampaign(tx, campaign, { ...decision, message: `entry ${entry}` });
    await logCampaign(tx, neighbour, decision);
  });
  const messages = (await logsOf(campaignId)).map(({ message }) => message);
  expect(messages).toEqual(Array.from({ length: 200 }, (_, index) => `entry ${201 - index}`));
});

it("the outcomes that a breaker counts are those of its campaign's calls that ended within its window", async () => {
  const since = new Date("2026-11-01T10:00:00Z");
  const ended = (outcome: string | null, minutes: number, campaign_id = campaignId) =>
    createRunRow(test, agent, { outcome, campaign_id, ended_at: new Date(since.getTime() + minutes * 60_000) });
  await ended("failed", 1);
  await ended("failed", 2);
  await ended("answered", 3);
  await ended("busy", 0);
  await ended("failed", -1);
  await ended("failed", 1, await createCampaignRow());
  await ended(null, 1);
  await createRunRow(test, agent, { campaign_id: campaignId, state: "dialing" });
  expect(await within((tx) => countOutcomesSince(tx, campaignId, since))).toEqual({ failed: 2, answered: 1 });
});
