import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { listActsOperation } from "../../../api/audit/audit.operations.ts";
import { recordConsentOperation } from "../../../api/contacts/consents.operations.ts";
import { addDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import {
  createExportOperation,
  getPersonOperation,
  listHistoryOperation,
} from "../../../api/people/people.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { createTenant } from "../../factories/tenant.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { admin, api, operator, tenant, test } = await useTenantApi();
const PERSON = "+14155550123";
const OTHER = "+14155550124";
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
let agent: Awaited<ReturnType<typeof createAgentRows>>;
let campaignId: number;
let contactId: number;

const asked = { query: { phone_number: PERSON } };

beforeAll(async () => {
  agent = await createAgentRows(test, tenant);
  const listId = await createContactListRows(test, tenant, [
    { phone_number: PERSON, name: "Ada Example" },
    { phone_number: OTHER, name: "Ben Example" },
  ]);
  const contact = await test.everything
    .updateTable("contacts")
    .set({ created_at: daysAgo(9) })
    .where("phone_number", "=", PERSON)
    .returning("id")
    .executeTakeFirstOrThrow();
  contactId = contact.id;
  campaignId = (await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId })).id;
  const campaign = {
    id: campaignId,
    organizationId: tenant.organizationId,
    agentId: agent.agentId,
    versionId: agent.versionId,
    state: "running" as const,
  };
  await fillCampaign(test, campaign, {
    contacts: [{ phone_number: PERSON, contact_id: contactId, state: "waiting_retry", attempts: 1, waits: true }],
    runs: [
      { called_number: PERSON, created_at: daysAgo(3), outcome: "busy", state: "completed" },
      { called_number: OTHER, created_at: daysAgo(2), uuid: randomUUID() },
      {
        caller_number: PERSON,
        called_number: "+14155550100",
        direction: "inbound",
        created_at: daysAgo(1),
        uuid: randomUUID(),
      },
    ],
  });
  await test.everything
    .updateTable("campaigns")
    .set({ snapshot_at: daysAgo(4) })
    .where("id", "=", campaignId)
    .execute();
  await test.everything
    .insertInto("missed_calls")
    .values({
      organization_id: tenant.organizationId,
      carrier_call_id: randomUUID(),
      at: daysAgo(2),
      caller_number: PERSON,
      called_number: "+14155550100",
      reason: "no_agent",
    })
    .execute();
  await test.everything
    .insertInto("text_messages")
    .values({
      uuid: randomUUID(),
      organization_id: tenant.organizationId,
      direction: "inbound",
      state: "received",
      reason: "received",
      actor: "person",
      provider: "simulator",
      own_number: "+14155550100",
      phone_number: PERSON,
      body: "Yes please",
      encoding: "GSM-7",
      segments: 1,
      created_at: daysAgo(0.5),
    })
    .execute();
  await operator.call(recordConsentOperation, {
    body: { phone_number: PERSON, status: "granted", source: "a form", wording: "Please call me" },
  });
});

const readKinds = async (limit: number): Promise<string[]> => {
  const kinds: string[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { ...asked.query, limit, ...(cursor && { cursor }) };
    const { body } = await operator.call(listHistoryOperation, { query });
    expect(body.events.length).toBeLessThanOrEqual(limit);
    kinds.push(...body.events.map(({ kind, call }) => (call ? `${call.direction} ${kind}` : kind)));
    cursor = body.next_cursor;
  } while (cursor !== null);
  return kinds;
};

describe("the history of a person", () => {
  it("has everything that happened with the number, newest first, however it is cut into pages", async () => {
    const everything = [
      "consent",
      "message",
      "inbound call",
      "missed_call",
      "outbound call",
      "joined_campaign",
      "joined_list",
    ];
    expect(await readKinds(50)).toEqual(everything);
    expect(await readKinds(1)).toEqual(everything);
    expect(await readKinds(4)).toEqual(everything);
  });

  it("tells of each event where it belongs", async () => {
    const { events } = (await operator.call(listHistoryOperation, asked)).body;
    const of = (kind: string) => events.find((event) => event.kind === kind);
    expect(of("joined_list")?.contact_list).toMatchObject({ name: "People", is_hidden: false });
    expect(of("joined_campaign")?.campaign).toMatchObject({ id: campaignId, contact_id: contactId });
    expect(of("consent")).toMatchObject({ by: `user:${tenant.operator.userId}`, consent: { status: "granted" } });
    const busy = events.find(({ call }) => call?.outcome === "busy");
    expect(busy).toMatchObject({
      campaign: { id: campaignId },
      call: { provider: "simulator", workflow_id: agent.agentId, requests: [], transfers: [] },
    });
  });

  it("shows exports to admins alone, and keeps who looked", async () => {
    await admin.call(createExportOperation, { body: { phone_number: PERSON, reason: "They asked" } });
    const [newest] = (await admin.call(listHistoryOperation, asked)).body.events;
    expect(newest).toMatchObject({
      kind: "export",
      by: `user:${tenant.admin.userId}`,
      privacy: { reason: "They asked" },
    });
    expect(await readKinds(50)).not.toContain("export");
    const acts = (await admin.call(listActsOperation, { query: { kind: "looked_at_person" } })).body.acts;
    expect(acts.map(({ operation }) => operation)).toContain("people.history");
    expect(JSON.stringify(acts)).not.toContain(PERSON.slice(1));
  });

  it("refuses a cursor that is none, and a number that is none", async () => {
    for (const query of [{ ...asked.query, cursor: "eyJhIjoiYiJ9" }, { phone_number: "nonsense" }])
      expect(await operator.refused(listHistoryOperation, { query })).toMatchObject({ status: 422 });
  });

  it("knows nothing of another organization's person", async () => {
    const other = await createTenant(test);
    const viewer = api.client({ token: other.viewer.token });
    expect((await viewer.call(listHistoryOperation, asked)).body.events).toEqual([]);
    expect((await viewer.call(getPersonOperation, asked)).body).toMatchObject({ names: [], contacts: [], next: [] });
  });
});

describe("a person", () => {
  it("is told with what may happen next, and why not now", async () => {
    const { body } = await operator.call(getPersonOperation, asked);
    expect(body).toMatchObject({ phone_number: PERSON, names: ["Ada Example"], do_not_call: false });
    expect(body.consent.status).toBe("granted");
    const [next, ...others] = body.next;
    expect(others).toEqual([]);
    expect(next).toMatchObject({ campaign_id: campaignId, contact_id: contactId, state: "waiting_retry", attempts: 1 });
    expect(next?.outlook.rules.length).toBeGreaterThan(5);
    await operator.call(addDoNotCallOperation, { body: { phone_numbers: [PERSON], reason: "asked on the phone" } });
    const after = (await operator.call(getPersonOperation, asked)).body;
    expect(after.do_not_call).toBe(true);
    expect(after.any_call).toMatchObject({ may_be_dialled: false });
    expect(after.next[0]?.outlook.rules.find(({ rule }) => rule === "do_not_call")?.passes).toBe(false);
    const [newest] = (await operator.call(listHistoryOperation, asked)).body.events;
    expect(newest).toMatchObject({ kind: "do_not_call", do_not_call: { reason: "asked on the phone" } });
  });

  it("has a scheduled campaign of their list before it begins", async () => {
    const listId = await createContactListRows(test, tenant, [{ phone_number: OTHER, name: "Ben Example" }]);
    const draft = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId });
    await test.everything
      .updateTable("campaigns")
      .set({ state: "scheduled", begins_at: new Date(Date.now() + 3_600_000) })
      .where("id", "=", draft.id)
      .execute();
    const { next } = (await operator.call(getPersonOperation, { query: { phone_number: OTHER } })).body;
    expect(next[0]).toMatchObject({ campaign_id: draft.id, state: "planned", attempts: 0 });
  });
});
