import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { campaignRunsOperation, campaignSummaryOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { cloneCampaignOperation, updateCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { createAgentRows, publishVersions } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, fillCampaign, type RunRow } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { unreachableTemporal } from "./unreachable-temporal.ts";

const temporal = unreachableTemporal();
let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let operator: ApiClient;
let agent: { agentId: number; versionId: number };
let versionIds: number[];
let listId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test, { dependencies: { temporal } });
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  agent = await createAgentRows(test, tenant);
  versionIds = await publishVersions(test, { agentId: agent.agentId, count: 3 });
  // The third was put aside without being published.
  await test.everything
    .updateTable("agent_versions")
    .set({ published_at: null })
    .where("id", "=", versionIds[2] ?? 0)
    .execute();
  listId = await createContactListRows(test, tenant);
});
afterAll(async () => {
  await api.close();
  await temporal.connection.close();
  await test.drop();
});

const bodyOf = (overrides: object) => ({
  name: "Spring",
  workflow_id: agent.agentId,
  contact_list_id: listId,
  ...overrides,
});
const draft = (overrides: object = {}) => createCampaign(operator, bodyOf(overrides));
const at = ({ id }: { id: number }) => ({ params: { campaign_id: id } });
const BOTH = [
  { version: 1, weight: 1 },
  { version: 2, weight: 3 },
];
const GUARD = { metric: "answer_rate", worse_by: 0.1, confidence: 0.95 };

describe("versions of a campaign", () => {
  it("are given with weights, are answered with their parts, and go with a clone", async () => {
    const campaign = await draft({ versions: BOTH, guard: { metric: "answer_rate" } });
    const versions = [
      { version: 1, definition_id: versionIds[0], weight: 1, share: 0.25, stopped: null },
      { version: 2, definition_id: versionIds[1], weight: 3, share: 0.75, stopped: null },
    ];
    expect(campaign).toMatchObject({ versions, guard: GUARD });
    const { body: clone } = await operator.call(cloneCampaignOperation, { ...at(campaign), body: {} });
    expect(clone).toMatchObject({ versions, guard: GUARD });
    expect(await draft()).toMatchObject({ versions: null, guard: null });
  });

  it("can be changed and unset in a draft, which the log says", async () => {
    const campaign = await draft({ versions: BOTH, guard: GUARD });
    const only = [{ version: 2, weight: 1 }];
    const refused = await operator.refused(updateCampaignOperation, { ...at(campaign), body: { versions: only } });
    expect(refused.status).toBe(422);
    const { body: changed } = await operator.call(updateCampaignOperation, {
      ...at(campaign),
      body: { versions: only, unset: ["guard"] },
    });
    expect(changed).toMatchObject({ versions: [{ version: 2, share: 1 }], guard: null });
    expect(changed.logs[0]).toMatchObject({ message: "Changed: versions, guard" });
    const { body: none } = await operator.call(updateCampaignOperation, {
      ...at(campaign),
      body: { unset: ["versions"] },
    });
    expect(none.versions).toBeNull();
  });

  it.each([
    [{ versions: [{ version: 9, weight: 1 }] }, /has no version 9/],
    [{ versions: [{ version: 3, weight: 1 }] }, /Version 3 .* was never published/],
    [{ versions: [BOTH[0], BOTH[0]] }, /given twice/],
    [{ versions: [{ version: 1, weight: 0 }] }, /weight|>=1|at least/i],
    [{ versions: [] }, /versions|at least|>=1/i],
    [{ guard: GUARD }, /compares versions/],
    [{ versions: [BOTH[0]], guard: GUARD }, /compares versions/],
    [{ versions: BOTH, guard: { metric: "mood" } }, /no such metric/],
    [{ versions: BOTH, guard: { ...GUARD, confidence: 1 } }, /confidence|0\.999/],
  ])("are refused with the reason: %j", async (fields, reason) => {
    const { status, text } = await post(fields);
    expect(status).toBe(422);
    expect(text).toMatch(reason);
  });

  it("versions of an archived agent are refused in a campaign", async () => {
    const other = await createAgentRows(test, tenant, { name: "Old" });
    const campaign = await draft({ workflow_id: other.agentId });
    await test.everything.updateTable("agents").set({ status: "archived" }).where("id", "=", other.agentId).execute();
    const body = { versions: [{ version: 1, weight: 1 }] };
    const answer = await operator.refused(updateCampaignOperation, { ...at(campaign), body });
    expect([answer.status, answer.detail]).toEqual([400, expect.stringContaining("is archived")]);
  });

  it("do not follow a draft to another agent unless they are sent with it", async () => {
    const other = await createAgentRows(test, tenant, { name: "Other" });
    const campaign = await draft({ versions: BOTH });
    const move = (more: object) =>
      operator.call(updateCampaignOperation, { ...at(campaign), body: { workflow_id: other.agentId, ...more } });
    const alone = { ...at(campaign), body: { workflow_id: other.agentId } };
    expect((await operator.refused(updateCampaignOperation, alone)).status).toBe(422);
    const moved = await move({ versions: [{ version: 1, weight: 2 }] });
    expect(moved.body.versions).toEqual([expect.objectContaining({ definition_id: other.versionId, share: 1 })]);
  });
});

const post = async (fields: object) => {
  const response = await operator.fetch("/api/v1/campaigns/create", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(bodyOf(fields)),
  });
  return { status: response.status, text: await response.text() };
};

describe("what came of versions", () => {
  it("is in the summary with intervals, and leads to the calls", async () => {
    const campaign = await draft({ versions: BOTH });
    const [one = 0, two = 0] = versionIds;
    const calls = (versionId: number, row: RunRow, count: number) =>
      Array.from({ length: count }, () => ({
        ...row,
        uuid: randomUUID(),
        agent_version_id: versionId,
        state: "completed" as const,
        ended_at: new Date(),
        carrier_accepted_at: new Date(),
      }));
    const runs = [
      ...calls(one, { outcome: "answered", disposition: "booked", duration_seconds: 60 }, 5),
      ...calls(one, { outcome: "no_answer" }, 5),
      ...calls(two, { outcome: "opted_out", duration_seconds: 10 }, 1),
    ];
    const owner = { id: campaign.id, organizationId: tenant.organizationId, ...agent };
    await fillCampaign(test, owner, { contacts: [{ state: "finished" }], runs });
    const { body } = await operator.call(campaignSummaryOperation, at(campaign));
    expect(body.by_version).toEqual([
      {
        version: 1,
        definition_id: one,
        calls: 10,
        answered: 5,
        opted_out: 0,
        answer_rate: { value: 0.5, low: expect.closeTo(0.2366, 3), high: expect.closeTo(0.7634, 3) },
        opt_out_rate: { value: 0, low: 0, high: expect.closeTo(0.4345, 3) },
        dispositions: [
          { disposition: "booked", calls: 5, rate: { value: 1, low: expect.closeTo(0.5655, 3), high: 1 } },
        ],
        talk_seconds: { value: 60, low: 60, high: 60 },
      },
      expect.objectContaining({ version: 2, calls: 1, answered: 1, opted_out: 1, talk_seconds: null }),
    ]);
    const filters = JSON.stringify([{ attribute: "definitionId", value: { value: two } }]);
    const { body: list } = await operator.call(campaignRunsOperation, { ...at(campaign), query: { filters } });
    expect(list.runs.map((run) => run.definition_id)).toEqual([two]);
    expect(list.total_count).toBe(1);
  });
});
