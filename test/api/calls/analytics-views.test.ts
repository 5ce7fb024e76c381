import { describe, expect, it } from "@jest/globals";
import {
  askAnalyticsOperation,
  createViewOperation,
  deleteViewOperation,
  listViewsOperation,
  updateViewOperation,
} from "../../../api/calls/analytics/analytics.operations.ts";
import { removeMemberOperation } from "../../../api/team/members.operations.ts";
import { addMember, createKey, createTenant } from "../../factories/tenant.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { fillCalls } from "./analytics-rig.ts";

const { test, api, tenant, operator, admin } = await useTenantApi();
const viewer = api.client({ token: tenant.viewer.token });
const question = { measures: "answered", by: "agent", days: 7 };

const namesFor = async (client: typeof viewer) =>
  (await client.call(listViewsOperation)).body.views.map(({ name }) => name).toSorted();

describe("a view of calls", () => {
  it("is its maker's alone until it is shared, and then everybody's", async () => {
    const { body: view } = await operator.call(createViewOperation, { body: { name: "Week", question } });
    expect(view).toMatchObject({ name: "Week", shared: false, is_own: true, missing: [], question });
    expect([await namesFor(operator), await namesFor(viewer)]).toEqual([["Week"], []]);
    const params = { view_id: view.id };
    expect((await admin.refused(updateViewOperation, { params, body: { name: "Mine" } })).status).toBe(404);
    await operator.call(updateViewOperation, { params, body: { shared: true, name: "Our week" } });
    expect(await namesFor(viewer)).toEqual(["Our week"]);
    expect((await viewer.call(listViewsOperation)).body.views).toMatchObject([{ is_own: false, question }]);
    await operator.call(deleteViewOperation, { params });
    expect([await namesFor(operator), await namesFor(viewer)]).toEqual([[], []]);
  });

  it("keeps a question that can be asked as it stands", async () => {
    const { body: view } = await viewer.call(createViewOperation, {
      body: { name: "By hour", question: { by: "hour_of_day", timezone: "Europe/Berlin", outcome: "answered" } },
    });
    const { body: changed } = await viewer.call(updateViewOperation, {
      params: { view_id: view.id },
      body: { question: { ...view.question, measures: "calls,turns" } },
    });
    expect(changed.question).toEqual({ ...view.question, measures: "calls,turns" });
    const { body } = await viewer.call(askAnalyticsOperation, { query: changed.question });
    expect(body).toMatchObject({ timezone: "Europe/Berlin", by: ["hour_of_day"] });
    await viewer.call(deleteViewOperation, { params: { view_id: view.id } });
  });

  it("is shared by operators, and changed by its maker or an admin", async () => {
    const shared = { name: "Shared", shared: true, question };
    expect((await viewer.refused(createViewOperation, { body: shared })).status).toBe(403);
    const { body: view } = await operator.call(createViewOperation, { body: shared });
    const params = { view_id: view.id };
    expect(await viewer.refused(updateViewOperation, { params, body: { name: "Mine" } })).toMatchObject({
      status: 403,
      code: "role_insufficient",
    });
    expect((await viewer.refused(deleteViewOperation, { params })).status).toBe(403);
    await admin.call(deleteViewOperation, { params });
    expect((await operator.refused(deleteViewOperation, { params })).status).toBe(404);
  });

  it("tells which agent, campaign or list of its question is gone, and is renamed and deleted all the same", async () => {
    const { agentIds, campaignIds } = await fillCalls(test, tenant);
    const campaignId = campaignIds[1] ?? 0;
    const gone = await test.everything
      .insertInto("contact_lists")
      .values({ organization_id: tenant.organizationId, name: "Gone" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { body: view } = await operator.call(createViewOperation, {
      body: {
        name: "Of a campaign",
        question: {
          ...question,
          workflow_id: agentIds[0],
          campaign_id: campaignId,
          filters: JSON.stringify([
            { attribute: "dimension", value: { by: "contact_list", is: String(gone.id) } },
            { attribute: "dimension", value: { by: "outcome", is: "answered" } },
          ]),
        },
      },
    });
    expect(view.missing).toEqual([]);
    await test.everything
      .updateTable("call_runs")
      .set({ campaign_id: null })
      .where("campaign_id", "=", campaignId)
      .execute();
    await test.everything.deleteFrom("campaigns").where("id", "=", campaignId).execute();
    await test.everything.deleteFrom("contact_lists").where("id", "=", gone.id).execute();
    const [listed] = (await operator.call(listViewsOperation)).body.views;
    expect(listed?.missing).toEqual([
      { kind: "campaign", id: campaignId },
      { kind: "contact_list", id: gone.id },
    ]);
    const params = { view_id: view.id };
    await operator.call(updateViewOperation, { params, body: { name: "Of a campaign that is gone" } });
    expect((await operator.refused(askAnalyticsOperation, { query: view.question })).status).toBe(404);
    await operator.call(deleteViewOperation, { params });
  });

  it("is not made of a question that is refused, nor with a sandbox key, nor in another organization's name", async () => {
    const body = (asked: object) => ({ body: { name: "No", question: asked } });
    expect((await viewer.refused(createViewOperation, body({ by: "nothing" }))).status).toBe(422);
    expect((await viewer.refused(createViewOperation, body({ workflow_id: 9_999_999 }))).status).toBe(404);
    expect((await viewer.refused(createViewOperation, body({ colour: "red" }))).status).toBe(422);
    const { apiKey } = await createKey(test, { tenant, environment: "sandbox" });
    expect((await api.client({ apiKey }).refused(createViewOperation, body(question))).status).toBe(403);
    const stranger = api.client({ token: (await createTenant(test, "Another")).admin.token });
    const { body: view } = await operator.call(createViewOperation, { body: { name: "Ours", shared: true, question } });
    expect((await stranger.refused(deleteViewOperation, { params: { view_id: view.id } })).status).toBe(404);
    await operator.call(deleteViewOperation, { params: { view_id: view.id } });
  });

  it("is listed though an erasure has left filters in it that cannot be read", async () => {
    const { body: view } = await operator.call(createViewOperation, { body: { name: "Blotted", question } });
    const blotted = { ...question, filters: '[{"attribute": [erased]' };
    await test.everything.updateTable("analytics_views").set({ question: blotted }).where("id", "=", view.id).execute();
    expect((await operator.call(listViewsOperation)).body.views).toMatchObject([{ name: "Blotted", missing: [] }]);
    await operator.call(deleteViewOperation, { params: { view_id: view.id } });
  });

  it("goes with the member who made it for themselves, and stays where it is shared", async () => {
    const member = await addMember(test, { organizationId: tenant.organizationId, role: "operator" });
    const client = api.client({ token: member.token });
    await client.call(createViewOperation, { body: { name: "Own", question } });
    await client.call(createViewOperation, { body: { name: "Left to us", shared: true, question } });
    await admin.call(removeMemberOperation, { params: { user_id: member.userId } });
    const rows = await test.everything
      .selectFrom("analytics_views")
      .select("name")
      .where("created_by", "=", member.userId)
      .execute();
    expect(rows).toEqual([{ name: "Left to us" }]);
  });
});
