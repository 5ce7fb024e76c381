import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  campaignContactsOperation,
  previewBackFillOperation,
} from "../../../api/campaigns/campaign-reading.operations.ts";
import {
  backFillCampaignOperation,
  deleteCampaignOperation,
  getCampaignOperation,
  redialCampaignOperation,
  startCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import {
  type ContactRow,
  createCampaign,
  createContactListRows,
  fillCampaign,
  type RunRow,
  someContacts,
} from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { SIMULATOR_SIGNING_KEY, startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createSimulatorClient } from "../../infra/simulator/simulator-client.ts";
import { startTestWorker } from "./running-worker.ts";

let test: TestDatabase;
let api: TestApi;
let carrier: { baseUrl: string; close(): Promise<void> };
let simulator: ReturnType<typeof createSimulatorClient>;
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let operator: ApiClient;
let agent: { agentId: number; versionId: number };

const PLAIN = { speed: 100_000, defaults: { outcomes: ["answered" as const] } };

beforeAll(async () => {
  test = await createTestDatabase();
  carrier = await startTestSimulator({ script: PLAIN });
  simulator = createSimulatorClient(carrier.baseUrl, SIMULATOR_SIGNING_KEY);
  const namespace = await createTestNamespace();
  api = await startTestApi(test, {
    environment: { CARRIER_SIMULATOR_BASE_URL: carrier.baseUrl, TEMPORAL_NAMESPACE: namespace },
  });
  worker = await startTestWorker(test, { api, namespace });
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  agent = await createAgentRows(test, tenant);
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await carrier.close();
  await test.drop();
});

const at = (campaignId: number) => ({ params: { campaign_id: campaignId } });
const stateIs = (id: number, state: string) =>
  waitUntil(
    `campaign ${id} is ${state}`,
    async () => (await operator.call(getCampaignOperation, at(id))).body.state === state,
  );

const draftFor = async (contacts: ReturnType<typeof someContacts>, settings: object = {}) => {
  const contact_list_id = await createContactListRows(test, tenant, contacts);
  return (await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id, ...settings })).id;
};

describe("after an outage in the middle of a campaign", () => {
  it("a back-fill dials exactly those whom it kept from being dialled, as the carrier's own record says", async () => {
    const people = someContacts(8);
    const id = await draftFor(people, { retry_config: { enabled: false }, max_concurrency: 2 });
    // The first are reached, then the carrier loses what it is asked, then it is well again.
    await simulator.writeScript({ ...PLAIN, rules: [{ match: "000[3-9]$", misbehaviours: { request_lost: 1 } }] });
    const from = new Date();
    await operator.call(startCampaignOperation, { ...at(id), body: {} });
    const lost = async () => (await simulator.record()).filter(({ answer }) => answer === "request_lost");
    await waitUntil("two requests are lost", async () => (await lost()).length >= 2);
    await simulator.writeScript(PLAIN);
    const to = new Date();
    await stateIs(id, "completed");
    const lostNumbers = (await lost()).map((request) => request.to).sort();
    // A busy machine may lose more before the carrier is well again.
    const { length: count } = lostNumbers;
    expect(count).toBeGreaterThanOrEqual(2);

    const query = { from: from.toISOString(), to: to.toISOString() };
    const preview = await operator.call(previewBackFillOperation, { ...at(id), query });
    expect(preview.body).toMatchObject({ contacts: count, not_dialled: count, end_unknown: 0, refusal: null });
    const { body: child } = await operator.call(backFillCampaignOperation, { ...at(id), body: query });
    expect(child).toMatchObject({ name: "Spring (back-fill)", back_fill: { campaign_id: id, ...query } });
    await stateIs(child.id, "completed");
    const { body: again } = await operator.call(backFillCampaignOperation, { ...at(id), body: query });
    expect(again.id).toBe(child.id);

    const dialled = (await simulator.record()).filter(({ answer }) => answer !== "request_lost").map(({ to }) => to);
    expect(dialled.sort()).toEqual(people.map(({ phone_number }) => phone_number).sort());
    expect((await simulator.summary()).repeated_keys).toEqual([]);
    const { body: called } = await operator.call(campaignContactsOperation, { ...at(child.id), query: {} });
    expect(called.contacts.map(({ phone_number }) => phone_number)).toEqual(lostNumbers);
    const { body: parent } = await operator.call(getCampaignOperation, at(id));
    expect(parent.back_filled_by).toEqual([child.id]);
    expect(parent.logs.map(({ event }) => event)).toContain("back_filled");
    const redial = await operator.refused(redialCampaignOperation, { ...at(id), body: {} });
    expect(redial).toMatchObject({ status: 409, detail: expect.stringContaining("would call nobody") });
  });
});

const MINUTE_MS = 60_000;
const END = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS);
const ago = (minutes: number) => new Date(END.getTime() - minutes * MINUTE_MS);
/** The outage lasted from twenty to ten minutes before `END`. */
const OUTAGE = { from: ago(20).toISOString(), to: ago(10).toISOString() };

interface Person {
  name: string;
  contact?: ContactRow;
  /** In the order of the attempts. */
  runs: RunRow[];
}

const attempt = (minutesAgo: number, outcome: string, more: RunRow = {}): RunRow => ({
  carrier_requested_at: ago(minutesAgo),
  created_at: ago(minutesAgo),
  ended_at: ago(minutesAgo - 1),
  state: "failed",
  outcome,
  ...more,
});
const accepted = (minutesAgo: number): RunRow => ({ carrier_accepted_at: ago(minutesAgo), carrier_call_id: "CA1" });

const PEOPLE: Person[] = [
  { name: "lost in it", runs: [attempt(15, "failed")] },
  { name: "lost before it", runs: [attempt(25, "failed")] },
  { name: "lost after it", runs: [attempt(10, "failed")] },
  { name: "failed at the carrier", runs: [attempt(15, "failed", accepted(15))] },
  { name: "busy, then lost in it", runs: [attempt(30, "busy", accepted(30)), attempt(15, "failed")] },
  { name: "lost in it, then busy", runs: [attempt(15, "failed"), attempt(5, "busy", accepted(5))] },
  { name: "lost twice in it", runs: [attempt(18, "failed"), attempt(12, "failed")] },
  { name: "unknown", runs: [attempt(21, "unknown", { ...accepted(21), ended_at: ago(12) })] },
  { name: "unknown, but talked", runs: [attempt(15, "unknown", { ...accepted(15), answered_at: ago(15) })] },
  {
    name: "unknown, answered by a machine",
    runs: [attempt(15, "unknown", { ...accepted(15), answered_at: ago(15), answered_by: "voicemail" })],
  },
  {
    name: "lost, waits for its campaign",
    contact: { state: "waiting_retry", waits: true, retries: 1 },
    runs: [attempt(15, "failed")],
  },
  { name: "answered before", contact: { answered: true }, runs: [attempt(15, "failed")] },
  { name: "never dialled", contact: { state: "suppressed", last_outcome: "blocked_dnc" }, runs: [] },
];

const HIT = ["lost in it", "busy, then lost in it", "lost twice in it", "unknown", "unknown, answered by a machine"];

/** A campaign with rows as if an outage had gone through it. */
const afterOutage = async (people: readonly Person[] = PEOPLE): Promise<number> => {
  const id = await draftFor(someContacts(1));
  const owner = { id, organizationId: tenant.organizationId, ...agent };
  await fillCampaign(test, owner, {
    contacts: people.map(({ name, contact, runs }) => ({
      name,
      state: "finished" as const,
      last_outcome: runs.at(-1)?.outcome ?? null,
      ...contact,
    })),
  });
  const { everything } = test;
  await everything.updateTable("campaigns").set({ state: "paused" }).where("id", "=", id).execute();
  const rows = await everything.selectFrom("campaign_contacts").selectAll().where("campaign_id", "=", id).execute();
  for (const { name, runs } of people)
    for (const [index, run] of runs.entries()) {
      const contact = rows.find((row) => row.name === name);
      await everything
        .insertInto("call_runs")
        .values({
          uuid: api.dependencies.ids.uuid(),
          organization_id: tenant.organizationId,
          agent_id: agent.agentId,
          agent_version_id: agent.versionId,
          campaign_id: id,
          campaign_contact_id: contact?.id ?? null,
          called_number: contact?.phone_number ?? null,
          mode: "telephony",
          name,
          attempt: index + 1,
          ...run,
        })
        .execute();
    }
  return id;
};

const namesIn = async (campaignId: number): Promise<(string | null)[]> => {
  const { body } = await operator.call(campaignContactsOperation, { ...at(campaignId), query: { limit: 100 } });
  return body.contacts.map(({ name }) => name).sort();
};
const backFill = (id: number, body: object = {}) =>
  operator.call(backFillCampaignOperation, { ...at(id), body: { ...OUTAGE, start: false, ...body } });
const refusedBackFill = (id: number, body: object = {}) =>
  operator.refused(backFillCampaignOperation, { ...at(id), body: { ...OUTAGE, start: false, ...body } });

describe("a back-fill", () => {
  it("has those whose last attempt the outage hit, and nobody else", async () => {
    const id = await afterOutage();
    const { body: preview } = await operator.call(previewBackFillOperation, { ...at(id), query: OUTAGE });
    expect(preview).toEqual({
      contacts: 5,
      not_dialled: 3,
      end_unknown: 2,
      called_again: 0,
      under_way: 0,
      refusal: null,
      back_fill_campaign_id: null,
    });
    const { body: child } = await backFill(id, { name: "Once more" });
    expect(child).toMatchObject({ name: "Once more", state: "draft", consent_attested_by: tenant.operator.userId });
    expect(await namesIn(child.id)).toEqual([...HIT].sort());
  });

  it("calls nobody whom another back-fill or the redial has, and its deletion gives them back", async () => {
    const id = await afterOutage();
    const { body: first } = await backFill(id, { from: ago(19).toISOString() });
    const { body: preview } = await operator.call(previewBackFillOperation, { ...at(id), query: OUTAGE });
    expect(preview).toMatchObject({ contacts: 0, called_again: 5 });
    expect(await refusedBackFill(id)).toMatchObject({
      status: 409,
      detail: expect.stringContaining("all 5 contacts that it hit were called again already"),
    });
    await operator.call(deleteCampaignOperation, at(first.id));
    expect((await backFill(id)).body.back_fill?.from).toBe(OUTAGE.from);
    await test.everything.updateTable("campaigns").set({ state: "canceled" }).where("id", "=", id).execute();
    const { body: redial } = await operator.call(redialCampaignOperation, { ...at(id), body: { start: false } });
    await operator.call(startCampaignOperation, { ...at(redial.id), body: {} });
    await stateIs(redial.id, "completed");
    const names = await namesIn(redial.id);
    expect(names.filter((name) => HIT.includes(name ?? ""))).toEqual([]);
    expect(names).toContain("failed at the carrier");
  });

  it("a back-fill of a campaign that is over calls people who still waited, too", async () => {
    const id = await afterOutage();
    await test.everything.updateTable("campaigns").set({ state: "canceled" }).where("id", "=", id).execute();
    expect(await namesIn((await backFill(id)).body.id)).toContain("lost, waits for its campaign");
    const paused = await afterOutage();
    expect(await namesIn((await backFill(paused)).body.id)).not.toContain("lost, waits for its campaign");
  });

  it("suppresses at its start who may not be called any more, and keeps its contacts", async () => {
    const id = await afterOutage();
    const { body: child } = await backFill(id);
    const row = await test.everything
      .selectFrom("campaign_contacts")
      .select("phone_number")
      .where("campaign_id", "=", child.id)
      .where("name", "=", "lost in it")
      .executeTakeFirstOrThrow();
    await test.everything
      .insertInto("do_not_call")
      .values({ organization_id: tenant.organizationId, phone_number: row.phone_number, source: "manual" })
      .execute();
    await operator.call(startCampaignOperation, { ...at(child.id), body: {} });
    await stateIs(child.id, "completed");
    const { body } = await operator.call(campaignContactsOperation, { ...at(child.id), query: {} });
    expect(body.total_count).toBe(5);
    expect(body.contacts.filter(({ state }) => state === "suppressed").map(({ name }) => name)).toEqual(["lost in it"]);
  });

  it("is refused with the reason: a draft, a span that is none or not over, calls under way, another list", async () => {
    const draft = await draftFor(someContacts(1));
    expect(await refusedBackFill(draft)).toMatchObject({ status: 409, code: "campaign_state" });
    const id = await afterOutage();
    expect(await refusedBackFill(id, { to: OUTAGE.from })).toMatchObject({ status: 422 });
    const future = new Date(Date.now() + MINUTE_MS).toISOString();
    expect(await refusedBackFill(id, { to: future })).toMatchObject({ status: 422 });
    expect(await refusedBackFill(id, { from: ago(500).toISOString(), to: ago(400).toISOString() })).toMatchObject({
      status: 409,
      detail: expect.stringContaining("would call nobody"),
    });
    const busy = await afterOutage([
      ...PEOPLE,
      {
        name: "on the phone",
        contact: { state: "in_flight" },
        runs: [attempt(15, "", { ...accepted(15), state: "in_progress", outcome: null, ended_at: null })],
      },
    ]);
    expect(await refusedBackFill(busy)).toMatchObject({
      status: 409,
      detail: expect.stringContaining("A call of that span is not over"),
    });
    const { body: child } = await backFill(id);
    const otherList = await createContactListRows(test, tenant, someContacts(1));
    const patch = { ...at(child.id), body: { contact_list_id: otherList } };
    expect(await operator.refused(updateCampaignOperation, patch)).toMatchObject({ status: 409 });
  });
});
