import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { DateTime } from "luxon";
import { campaignDaysOperation } from "../../../api/campaigns/live-campaign.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { operator, tenant, test } = await useTenantApi();
const agent = await createAgentRows(test, tenant);
const contact_list_id = await createContactListRows(test, tenant);

/** Noon of a day, so many days ago, in UTC: as far from midnight as can be. */
const noon = (daysAgo: number) => DateTime.utc().startOf("day").plus({ hours: 12 }).minus({ days: daysAgo });
const dateOf = (daysAgo: number) => noon(daysAgo).toISODate();

const makeLive = async () => {
  const campaign = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id, enrolment: "live" });
  const own = { id: campaign.id, organizationId: tenant.organizationId, ...agent, state: "running" as const };
  const joined = (daysAgo: number, state: "finished" | "pending" | "suppressed" = "finished") => ({
    joined_at: noon(daysAgo).toJSDate(),
    state,
  });
  await fillCampaign(test, own, {
    contacts: [joined(3), joined(3), joined(3, "suppressed"), joined(3, "pending"), joined(2), { state: "finished" }],
  });
  const ids = (
    await test.everything
      .selectFrom("campaign_contacts")
      .select("id")
      .where("campaign_id", "=", campaign.id)
      .orderBy("id")
      .execute()
  ).map(({ id }) => id);
  const call = (contact: number, daysAgo: number, minutes: number, outcome: string) => {
    const at = noon(daysAgo).plus({ minutes }).toJSDate();
    const times = { created_at: at, carrier_requested_at: at, carrier_accepted_at: at, ended_at: at };
    return {
      ...times,
      organization_id: tenant.organizationId,
      campaign_id: campaign.id,
      campaign_contact_id: ids[contact] ?? 0,
      uuid: randomUUID(),
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      mode: "telephony",
      name: "A call",
      called_number: "+14155550100",
      outcome,
      state: "completed" as const,
    };
  };
  await test.everything
    .insertInto("call_runs")
    .values([
      call(0, 3, 2, "no_answer"),
      call(0, 2, 2, "answered"),
      call(0, 1, 2, "answered"),
      call(1, 3, 20, "answered"),
      call(4, 1, 0, "busy"),
      call(5, 2, 0, "answered"),
    ])
    .execute();
  return campaign.id;
};

describe("the figures of a live campaign by day", () => {
  it("count who joined, was called and reached for the first time, and who waited too long", async () => {
    const campaign_id = await makeLive();
    const read = async (query: { days: number; within_minutes?: number; clock?: "person" }) =>
      (await operator.call(campaignDaysOperation, { params: { campaign_id }, query })).body;
    const answer = await read({ days: 4 });
    expect(answer).toMatchObject({ campaign_id, timezone: "UTC", clock: "organization", within_minutes: 5 });
    expect(answer.days).toEqual([
      { date: dateOf(3), joined: 4, called: 2, reached: 1, late: 2 },
      { date: dateOf(2), joined: 1, called: 1, reached: 2, late: 1 },
      { date: dateOf(1), joined: 0, called: 1, reached: 0, late: 0 },
      { date: dateOf(0), joined: 0, called: 0, reached: 0, late: 0 },
    ]);
    // Whoever was called before the first day is not called for the first time in it.
    expect((await read({ days: 2, within_minutes: 30 })).days.map(({ called }) => called)).toEqual([1, 0]);
    expect((await read({ days: 4, within_minutes: 30 })).days[0]).toMatchObject({ late: 1 });
    await test.everything.updateTable("campaign_contacts").set({ timezone: "Pacific/Kiritimati" }).execute();
    expect((await read({ days: 4, clock: "person" })).days[1]).toMatchObject({ date: dateOf(2), joined: 4 });
  });

  it("are refused for more days than there are figures of, and unknown of another organization's campaign", async () => {
    const params = { campaign_id: 999_999 };
    expect(await operator.refused(campaignDaysOperation, { params, query: { days: 63 } })).toMatchObject({
      status: 422,
    });
    expect(await operator.refused(campaignDaysOperation, { params, query: {} })).toMatchObject({ status: 404 });
  });
});
