import { beforeAll, describe, expect, it } from "@jest/globals";
import { calendarOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { cloneCampaignOperation, updateCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { createSegmentOperation } from "../../../api/contacts/segments.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { operator, tenant, test } = await useTenantApi();
const span = { from: "2027-03-01T00:00:00Z", to: "2027-03-15T00:00:00Z" };
let agent: Awaited<ReturnType<typeof createAgentRows>>;
let listId: number;

beforeAll(async () => {
  agent = await createAgentRows(test, tenant);
  listId = await createContactListRows(test, tenant);
});

const make = (body: Partial<Parameters<typeof createCampaign>[1]> = {}) =>
  createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId, ...body });
const change = (id: number, set: object) =>
  test.everything.updateTable("campaigns").set(set).where("id", "=", id).execute();
const running = (id: number) => ({
  id,
  organizationId: tenant.organizationId,
  agentId: agent.agentId,
  versionId: agent.versionId,
  state: "running" as const,
});

describe("the calendar", () => {
  it("has starts, ends, times of recurring campaigns and calls that people asked for, in their order", async () => {
    const once = await make({ name: "Once", starts_at: { at: "2027-03-02T09:00:00Z" } });
    await change(once.id, { state: "scheduled", begins_at: "2027-03-02T09:00:00Z" });
    const rule = "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0";
    const weekly = await make({
      name: "Weekly",
      recurrence: { rule, timezone: "Europe/Berlin", overlap: "skip", missed: "skip" },
    });
    await change(weekly.id, { state: "scheduled", begins_at: "2027-03-01T07:00:00Z" });
    const live = await make({ name: "Live", ends_at: { local: "2027-03-10T12:00" } });
    await fillCampaign(test, running(live.id), {
      contacts: ["2027-03-03T10:05:00Z", "2027-03-03T10:55:00Z", "2027-04-01T10:00:00Z"].map((call_back_at) => ({
        call_back_at,
        state: "waiting_retry" as const,
        waits: true,
      })),
    });
    const draft = await make({ name: "Draft", starts_at: { at: "2027-03-02T09:00:00Z" } });
    const { body } = await operator.call(calendarOperation, { query: span });
    expect(body.events.map(({ kind, at, campaign_id: id, count }) => [kind, at, id, count])).toEqual([
      ["occurrence", "2027-03-01T07:00:00.000Z", weekly.id, null],
      ["starts", "2027-03-02T09:00:00.000Z", once.id, null],
      ["call_backs", "2027-03-03T10:00:00.000Z", live.id, 2],
      ["occurrence", "2027-03-08T07:00:00.000Z", weekly.id, null],
      ["ends", expect.stringMatching(/^2027-03-1[01]/), live.id, null],
    ]);
    expect(body.events.at(-1)?.local).toBe("2027-03-10T12:00");
    expect(body.dialling).toMatchObject([{ campaign_id: live.id, slots: null }]);
    expect(JSON.stringify(body)).not.toContain(draft.name);
  });

  it("has the hours of each day, by what is planned, and the organization's where nothing is", async () => {
    const dayOf = async (date: string, query = span) =>
      (await operator.call(calendarOperation, { query })).body.days.find((day) => day.date === date);
    const slots = [{ day_of_week: 2, start_time: "09:00", end_time: "12:00" }];
    const schedule_config = { timezone: "Europe/Berlin", slots, holidays: ["2027-03-10"] };
    await test.everything.updateTable("campaigns").set({ state: "canceled" }).execute();
    expect(await dayOf("2027-03-03")).toEqual({
      date: "2027-03-03",
      open: [{ start_time: "08:00", end_time: "21:00" }],
      is_holiday: false,
      holiday_of: [],
    });
    const planned = await make({ name: "Wednesdays", schedule_config, starts_at: { local: "2027-03-03T10:30" } });
    await change(planned.id, { state: "scheduled", begins_at: "2027-03-03T09:30:00Z" });
    expect((await dayOf("2027-03-03"))?.open).toEqual([{ start_time: "10:30", end_time: "12:00" }]);
    expect((await dayOf("2027-03-04"))?.open).toEqual([]);
    expect(await dayOf("2027-03-10")).toMatchObject({ open: [], is_holiday: true, holiday_of: [planned.id] });
    const { body } = await operator.call(calendarOperation, { query: span });
    expect(body.days.map(({ date }) => date)).toEqual([
      "2027-02-28",
      ...Array.from({ length: 15 }, (_, at) => `2027-03-${String(at + 1).padStart(2, "0")}`),
    ]);
  });

  it.each([
    [{ from: span.to, to: span.from }, "after the beginning"],
    [{ from: span.from, to: "2027-06-01T00:00:00Z" }, "at most 62 days"],
  ])("refuses a span that is none, or is too long: %j", async (query, reason) => {
    const refused = await operator.refused(calendarOperation, { query });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.detail)).toContain(reason);
  });
});

describe("the segment of a campaign", () => {
  const keep = async (name: string) =>
    (
      await operator.call(createSegmentOperation, {
        params: { contact_list_id: listId },
        body: { name, where: 'name = "Contact 1"' },
      })
    ).body.segment_id;
  const update = (id: number, body: object) =>
    operator.call(updateCampaignOperation, { params: { campaign_id: id }, body });
  const refuse = (id: number, body: object) =>
    operator.refused(updateCampaignOperation, { params: { campaign_id: id }, body });

  it("can be changed and left out until the campaign has taken its contacts, and of a live one later", async () => {
    const segment_id = await keep("One of them");
    const draft = await make();
    expect((await update(draft.id, { segment_id })).body.segment).toMatchObject({ id: segment_id });
    expect((await update(draft.id, { unset: ["segment_id"] })).body.segment).toBeNull();
    expect(await refuse(draft.id, { segment_id: crypto.randomUUID() })).toMatchObject({ status: 404 });
    await change(draft.id, { state: "paused" });
    const refused = await refuse(draft.id, { segment_id });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.detail).toContain("has taken its contacts");
    const live = await make({ enrolment: "live" });
    await change(live.id, { state: "paused" });
    expect((await update(live.id, { segment_id })).body.segment).toMatchObject({ id: segment_id });
    const clone = await operator.call(cloneCampaignOperation, { params: { campaign_id: live.id }, body: {} });
    expect(clone.body.segment).toMatchObject({ id: segment_id });
  });
});
