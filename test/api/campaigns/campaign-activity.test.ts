import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { campaignActivityOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { getCampaignOperation, listCampaignsOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { findCampaign } from "../../../infra/postgres/campaign/campaign.repository.ts";
import { changeCampaignState } from "../../../infra/postgres/campaign/campaign-transitions.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { unreachableTemporal } from "./unreachable-temporal.ts";

const NOW = new Date("2026-05-04T10:20:30.000Z");

const temporal = unreachableTemporal();
let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let operator: ApiClient;
let agent: { agentId: number; versionId: number };
let listId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test, { dependencies: { temporal, clock: { now: () => NOW } } });
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  agent = await createAgentRows(test, tenant);
  listId = await createContactListRows(test, tenant);
});
afterAll(async () => {
  await api.close();
  await temporal.connection.close();
  await test.drop();
});

const newCampaign = async () => {
  const { id } = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId });
  return id;
};
const activityOf = async (id: number, minutes?: number) =>
  (
    await operator.call(campaignActivityOperation, {
      params: { campaign_id: id },
      query: minutes === undefined ? {} : { minutes },
    })
  ).body;

describe("activity", () => {
  it("counts the calls that ended in each minute, by outcome, and no others", async () => {
    const id = await newCampaign();
    await endCalls(id, [
      ["2026-05-04T10:20:05Z", "answered"],
      ["2026-05-04T10:20:29Z", "answered"],
      ["2026-05-04T10:18:59.999Z", "busy"],
      ["2026-05-04T10:17:59.999Z", "busy"],
      [null, null],
    ]);
    await endCalls(await newCampaign(), [["2026-05-04T10:20:05Z", "failed"]]);
    const { minutes } = await activityOf(id, 3);
    expect(minutes).toEqual([
      { at: "2026-05-04T10:18:00.000Z", calls: 1, outcomes: { busy: 1 } },
      { at: "2026-05-04T10:19:00.000Z", calls: 0, outcomes: {} },
      { at: "2026-05-04T10:20:00.000Z", calls: 2, outcomes: { answered: 2 } },
    ]);
    expect((await activityOf(id)).minutes).toHaveLength(60);
  });

  it("is not told of a campaign of another organization, nor of more than four hours", async () => {
    const id = await newCampaign();
    const stranger = api.client({ token: (await createTenant(test)).owner.token });
    const input = { params: { campaign_id: id } };
    expect(await stranger.refused(campaignActivityOperation, input)).toMatchObject({ status: 404 });
    const tooLong = await operator.refused(campaignActivityOperation, { ...input, query: { minutes: 241 } });
    expect(tooLong.status).toBe(422);
  });
});

describe("the list", () => {
  it("has each campaign's progress when it is asked for", async () => {
    const id = await newCampaign();
    const campaign = { id, organizationId: tenant.organizationId, ...agent };
    await fillCampaign(test, campaign, { contacts: [{ state: "finished" }, { state: "pending" }] });
    const find = async (query: { with_progress?: string }) =>
      (await operator.call(listCampaignsOperation, { query })).body.campaigns.find((one) => one.id === id);
    expect((await find({ with_progress: "true" }))?.progress).toMatchObject({
      campaign_id: id,
      total: 2,
      finished: 1,
      remaining: 1,
      source: "database",
    });
    expect((await find({}))?.progress).toBeNull();
  });

  it("says who or what paused a campaign, as long as it is paused", async () => {
    const id = await newCampaign();
    const decide = (state: "paused" | "running", event: string, message: string) =>
      test.database.inOrganization(tenant.organizationId, async (tx) => {
        const campaign = await findCampaign(tx, id);
        if (!campaign) throw new Error("the campaign is gone");
        const decision = { level: "info", event, message, actor: "system" } as const;
        await changeCampaignState(tx, campaign, { to: state, decision });
      });
    const pauses = async () => {
      const { body: listed } = await operator.call(listCampaignsOperation, {});
      const { body: single } = await operator.call(getCampaignOperation, { params: { campaign_id: id } });
      expect(listed.campaigns.find((one) => one.id === id)?.pause).toEqual(single.pause);
      return single.pause;
    };
    await decide("running", "started", "The campaign was started");
    expect(await pauses()).toBeNull();
    await decide("paused", "paused", "The campaign was paused");
    await decide("running", "resumed", "The campaign was resumed");
    await decide("paused", "breaker_tripped", "Too many calls failed");
    expect(await pauses()).toMatchObject({
      event: "breaker_tripped",
      message: "Too many calls failed",
      actor: "system",
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    await decide("running", "resumed", "The campaign was resumed");
    expect(await pauses()).toBeNull();
  });
});

const endCalls = async (
  campaignId: number,
  calls: readonly (readonly [endedAt: string | null, outcome: "answered" | "busy" | "failed" | null])[],
) => {
  for (const [endedAt, outcome] of calls) {
    const ended = endedAt === null ? null : new Date(endedAt);
    const values = { campaign_id: campaignId, ended_at: ended, outcome } as const;
    await createRunRow(
      test,
      { organizationId: tenant.organizationId, ...agent },
      ended ? endedCall(values) : { campaign_id: campaignId },
    );
  }
};
