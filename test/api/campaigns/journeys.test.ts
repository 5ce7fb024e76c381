import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { cloneCampaignOperation, createCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import {
  getJourneyOperation,
  journeyProgressOperation,
  previewJourneyOperation,
  putJourneyOperation,
} from "../../../api/campaigns/journey.operations.ts";
import type { JourneyStep } from "../../../domain/journey/journey.ts";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createContactListRows } from "../../factories/campaigns.ts";
import { createTenant } from "../../factories/tenant.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

const { operator, tenant, test, api } = await useTenantApi();
let campaign_id: number;
let workflow_id: number;
let folder_id: number;
let listId: number;

beforeAll(async () => {
  workflow_id = (await createAgentRows(test, tenant)).agentId;
  const contact_list_id = await createContactListRows(
    test,
    tenant,
    Array.from({ length: 25 }, (_, at) => ({
      phone_number: `+49301234${String(at).padStart(2, "0")}`,
      name: `Person ${at}`,
      timezone: "Europe/Berlin",
    })),
  );
  listId = contact_list_id;
  const body = { name: "Followed", workflow_id, contact_list_id };
  campaign_id = (await operator.call(createCampaignOperation, { body })).body.id;
  const folder = { organization_id: tenant.organizationId, name: "Front desk" };
  ({ id: folder_id } = await test.everything
    .insertInto("folders")
    .values(folder)
    .returning("id")
    .executeTakeFirstOrThrow());
  await test.everything
    .insertInto("do_not_call")
    .values({ organization_id: tenant.organizationId, phone_number: "+4930123400", source: "manual" })
    .execute();
});

const params = () => ({ campaign_id });
const ask = (): JourneyStep => ({ id: "ask", on: ["wants_person"], do: "inbox", folder_id, text: "Call {{name}}" });
const steps = (): JourneyStep[] => [
  { id: "again", on: ["no_answer"], wait: { days: 1, at: "10:00" }, do: "call", workflow_id, next: ["stop"] },
  { id: "stop", on: ["opted_out"], do: "do_not_call" },
  ask(),
];
const put = (given: JourneyStep[]) => operator.call(putJourneyOperation, { params: params(), body: { steps: given } });
const refusal = (given: object[]) =>
  operator.refused(putJourneyOperation, { params: params(), body: { steps: given as JourneyStep[] } });

describe("a journey of a campaign", () => {
  it("is kept as versions that never change; the same again is none", async () => {
    const { body: none } = await operator.call(getJourneyOperation, { params: params() });
    expect(none).toMatchObject({ version: null, steps: [], edges: [], versions: [] });
    const { body: first } = await put(steps());
    expect(first).toMatchObject({ version: 1, steps: steps() });
    expect(first.edges).toEqual([
      { from: null, to: "again" },
      { from: null, to: "ask" },
      { from: "again", to: "stop" },
    ]);
    expect((await put(steps())).body.version).toBe(1);
    expect((await put([ask()])).body).toMatchObject({ version: 2, steps: [ask()] });
    const { body: former } = await operator.call(getJourneyOperation, { params: params(), query: { version: 1 } });
    expect(former).toMatchObject({ version: 1, steps: steps(), versions: [{ version: 2 }, { version: 1 }] });
    const missing = { params: params(), query: { version: 9 } };
    expect(await operator.refused(getJourneyOperation, missing)).toMatchObject({ status: 404 });
    const { body: clone } = await operator.call(cloneCampaignOperation, { params: params(), body: {} });
    const { body: cloned } = await operator.call(getJourneyOperation, { params: { campaign_id: clone.id } });
    expect(cloned).toMatchObject({ version: 1, steps: [ask()] });
    expect((await put(steps())).body.version).toBe(3);
  });

  it("is made with its campaign, or neither is", async () => {
    const named = (name: string) => ({
      name,
      workflow_id,
      source_type: "contact_list" as const,
      contact_list_id: listId,
    });
    const { body: made } = await operator.call(createCampaignOperation, {
      body: { ...named("At once"), journey: { steps: steps() } },
    });
    const { body: kept } = await operator.call(getJourneyOperation, { params: { campaign_id: made.id } });
    expect(kept).toMatchObject({ version: 1, steps: steps() });
    const gone = { steps: [{ ...ask(), folder_id: 999_999 }] as JourneyStep[] };
    expect(
      await operator.refused(createCampaignOperation, { body: { ...named("Never"), journey: gone } }),
    ).toMatchObject({ status: 404 });
    const rows = await test.everything.selectFrom("campaigns").select("id").where("name", "=", "Never").execute();
    expect(rows).toEqual([]);
  });

  it("is refused where it cannot be done, with the step and the reason", async () => {
    const on = ["no_answer"];
    const told = async (given: object[]) => {
      const { status, detail } = await refusal(given);
      return [status, JSON.stringify(detail)] as const;
    };
    expect(await told([{ id: "a", on, do: "call", next: ["b"] }])).toEqual([
      422,
      expect.stringContaining("No step is b"),
    ]);
    const letter = { id: "a", on, do: "mail", subject: "Hi", text: "Hi" };
    expect(await told([letter])).toEqual([422, expect.stringContaining("SMTP_URL")]);
    expect((await told([{ id: "a", on, do: "call", workflow_id: 999_999 }]))[0]).toBe(404);
    expect((await told([{ id: "a", on, do: "inbox", folder_id: 999_999, text: "Hi" }]))[0]).toBe(404);
    expect((await told([{ id: "a", on, do: "webhook", webhook_id: 999_999 }]))[0]).toBe(404);
    const sip = { organization_id: tenant.organizationId, name: "A trunk", provider: "sip" as const };
    const trunk = await test.everything
      .insertInto("telephony_configurations")
      .values({
        ...sip,
        ...sealCredentials({}, { organizationId: tenant.organizationId, secrets: testSecrets }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const onAccount = (telephony_configuration_id: number | null) =>
      test.everything
        .updateTable("campaigns")
        .set({ telephony_configuration_id })
        .where("id", "=", campaign_id)
        .execute();
    await onAccount(trunk.id);
    const text = { id: "a", on, do: "sms", text: "Hi" };
    expect(await told([text])).toEqual([422, expect.stringContaining("sends no texts")]);
    await onAccount(tenant.simulatorAccountId);
    const stranger = await createTenant(test);
    const theirs = await createAgentRows(test, stranger);
    expect((await told([{ id: "a", on, do: "call", workflow_id: theirs.agentId }]))[0]).toBe(404);
    const theirClient = api.client({ token: stranger.operator.token });
    expect(await theirClient.refused(getJourneyOperation, { params: params() })).toMatchObject({ status: 404 });
    await test.everything.updateTable("campaigns").set({ state: "canceled" }).where("id", "=", campaign_id).execute();
    expect(await told([ask()])).toEqual([409, expect.stringContaining("clone it")]);
    await test.everything.updateTable("campaigns").set({ state: "draft" }).where("id", "=", campaign_id).execute();
  });

  it("is previewed for twenty people: the steps, when they come on their own clocks, and whom nothing reaches", async () => {
    const { body } = await operator.call(previewJourneyOperation, { params: params(), body: {} });
    expect(body.people).toHaveLength(20);
    expect(body.people[0]).toMatchObject({
      blocked: expect.stringContaining("do-not-call"),
      phone_number: "+4930123400",
    });
    expect(body.people[1]).toMatchObject({
      blocked: null,
      timezone: "Europe/Berlin",
      steps: [{ id: "again", do: "call", local: expect.stringMatching(/T10:00$/), may_follow: ["stop"] }],
    });
    const asked = {
      params: params(),
      body: { steps: [ask()], outcome: "answered", disposition: "wants_person", limit: 1 },
    };
    expect((await operator.call(previewJourneyOperation, asked)).body.people).toMatchObject([
      { steps: [{ id: "ask", says: "Call Person 0" }] },
    ]);
    const nobody = { params: params(), body: { outcome: "busy" } };
    expect((await operator.call(previewJourneyOperation, nobody)).body.people[0]?.steps).toEqual([]);
  });

  it("counts who went along each edge, also along those of earlier versions", async () => {
    const { id: contact } = await test.everything
      .insertInto("campaign_contacts")
      .values({ organization_id: tenant.organizationId, campaign_id, phone_number: "+4930123401" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const due_at = new Date("2026-12-01T09:00:00Z");
    const row = {
      organization_id: tenant.organizationId,
      campaign_id,
      campaign_contact_id: contact,
      version: 3,
      due_at,
    };
    await test.everything
      .insertInto("journey_steps")
      .values([
        { ...row, step: "again", state: "done" },
        { ...row, step: "stop", came_from: "again", state: "waiting" },
        { ...row, step: "gone", came_from: "again", state: "unclear" },
      ])
      .execute();
    const { body } = await operator.call(journeyProgressOperation, { params: params() });
    expect(body.next_due_at).toBe(due_at.toISOString());
    expect(body.edges.map(({ from, to, is_current, people }) => [from, to, is_current, people])).toEqual([
      [null, "again", true, 1],
      [null, "ask", true, 0],
      ["again", "stop", true, 1],
      ["again", "gone", false, 1],
    ]);
    expect(body.edges.at(-1)?.states).toMatchObject({ unclear: 1, done: 0 });
  });
});

it("the examples of the guide are journeys", async () => {
  const guide = readFileSync("docs/integrators/journeys.md", "utf8");
  const examples = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = ""]) => JSON.parse(json));
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    const outcome = await operator.refused(previewJourneyOperation, {
      params: params(),
      body: { steps: [...example.steps, { id: "a", on: ["x"], do: "call", next: ["nowhere"] }] },
    });
    // The example itself has no fault.
    expect(JSON.stringify(outcome.detail).match(/"loc"/g)).toHaveLength(1);
  }
});
