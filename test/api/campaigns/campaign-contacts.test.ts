import { beforeAll, describe, expect, it } from "@jest/globals";
import type { z } from "zod";
import type { campaignContactsQuery } from "../../../api/campaigns/campaign-contacts.schemas.ts";
import { campaignContactsOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { type ContactRow, createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

let viewer: ApiClient;
let agent: { agentId: number; versionId: number };
let listId: number;

const { test, api, tenant } = await useTenantApi();
beforeAll(async () => {
  viewer = api.client(tenant.viewer);
  agent = await createAgentRows(test, tenant);
  listId = await createContactListRows(test, tenant);
});

const newCampaign = async (contacts: readonly ContactRow[] = []): Promise<number> => {
  const operator = api.client(tenant.operator);
  const { id } = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId });
  if (contacts.length > 0)
    await fillCampaign(test, { id, organizationId: tenant.organizationId, ...agent }, { contacts });
  return id;
};

const NEXT = new Date("2031-01-02T03:04:05.000Z");

/** One in each place, each with a number of its own. */
const ONE_IN_EACH: readonly ContactRow[] = [
  { phone_number: "+12125550106", state: "pending" },
  { phone_number: "+12125550105", state: "in_flight", attempts: 1 },
  {
    phone_number: "+12125550104",
    state: "waiting_retry",
    attempts: 1,
    last_outcome: "busy",
    next_attempt_at: NEXT,
    answered: true,
  },
  { phone_number: "+12125550103", state: "finished", attempts: 2, last_outcome: "answered", answered: true },
  { phone_number: "+12125550102", state: "finished", attempts: 3, last_outcome: "no_answer", name: "Ada Example" },
  { phone_number: "+12125550101", state: "suppressed", last_outcome: "blocked_dnc" },
];

/** A contact is in flight as long as a call of it is not over. */
const callThoseInFlight = async (campaignId: number): Promise<void> => {
  const inFlight = await test.everything
    .selectFrom("campaign_contacts")
    .select("id")
    .where("campaign_id", "=", campaignId)
    .where("state", "=", "in_flight")
    .execute();
  for (const { id } of inFlight) {
    const run = { campaign_id: campaignId, campaign_contact_id: id, state: "dialing" } as const;
    await createRunRow(test, { organizationId: tenant.organizationId, ...agent }, run);
  }
};

const contactsOf = async (id: number, query: z.input<typeof campaignContactsQuery> = {}) =>
  (await viewer.call(campaignContactsOperation, { params: { campaign_id: id }, query })).body;

describe("the contacts of a campaign", () => {
  it("are listed with where each of them is, in the order of their numbers", async () => {
    const { contacts, ...page } = await contactsOf(await newCampaign(ONE_IN_EACH));
    expect(page).toEqual({ total_count: 6, next_cursor: null });
    expect(contacts.map(({ id: _, ...contact }) => contact)).toEqual(
      [
        { phone_number: "+12125550101", state: "suppressed", last_outcome: "blocked_dnc" },
        {
          phone_number: "+12125550102",
          state: "unreached",
          attempts: 3,
          last_outcome: "no_answer",
          name: "Ada Example",
        },
        { phone_number: "+12125550103", state: "answered", attempts: 2, last_outcome: "answered" },
        {
          phone_number: "+12125550104",
          state: "waiting_retry",
          attempts: 1,
          last_outcome: "busy",
          next_attempt_at: NEXT.toISOString(),
        },
        { phone_number: "+12125550105", state: "in_flight", attempts: 1 },
        { phone_number: "+12125550106", state: "pending" },
      ].map((contact) => ({
        contact_id: null,
        name: null,
        attempts: 0,
        last_outcome: null,
        next_attempt_at: null,
        call_back_at: null,
        ...contact,
      })),
    );
  });

  it("are found by their state, each in one, with their number", async () => {
    const id = await newCampaign([...ONE_IN_EACH, { phone_number: "+12125550107", state: "finished" }]);
    await callThoseInFlight(id);
    const { contacts: all } = await contactsOf(id);
    for (const state of ["pending", "in_flight", "waiting_retry", "answered", "unreached", "suppressed"] as const) {
      const { contacts, total_count: total } = await contactsOf(id, { state });
      expect(contacts).toEqual(all.filter((contact) => contact.state === state));
      expect({ state, total }).toEqual({ state, total: state === "unreached" ? 2 : 1 });
    }
  });

  it("are found by part of a name or number, within a state too, page by page, with their number", async () => {
    const more = [
      { phone_number: "+12995550199", state: "pending" as const, name: "ada 100%" },
      { phone_number: "+13005550106", state: "pending" as const, name: "Ben" },
    ];
    const id = await newCampaign([...ONE_IN_EACH, ...more]);
    const found = async (query: z.input<typeof campaignContactsQuery>) => {
      const { contacts, total_count: total } = await contactsOf(id, query);
      expect(total).toBe(contacts.length);
      return contacts.map((contact) => contact.phone_number);
    };
    expect(await found({ q: "ADA" })).toEqual(["+12125550102", "+12995550199"]);
    expect(await found({ q: "ada", state: "pending" })).toEqual(["+12995550199"]);
    expect(await found({ q: "0%" })).toEqual(["+12995550199"]);
    expect(await found({ q: "550106" })).toEqual(["+12125550106", "+13005550106"]);
    // From its beginning on: neither numbers before nor those after.
    expect(await found({ q: "+1299" })).toEqual(["+12995550199"]);
    expect(await found({ q: "+1 (212) 555-0103" })).toEqual(["+12125550103"]);
    expect(await found({ q: "(212) 555-0103" })).toEqual(["+12125550103"]);
    expect(await found({ q: "+9" })).toEqual([]);
    expect(await found({ q: "%" })).toEqual(["+12995550199"]);
    const first = await contactsOf(id, { q: "+12125", limit: 4 });
    expect([first.total_count, first.contacts.length]).toEqual([6, 4]);
    const second = await contactsOf(id, { q: "+12125", limit: 4, cursor: first.next_cursor ?? 0 });
    expect(second.contacts.map((contact) => contact.phone_number)).toEqual(["+12125550105", "+12125550106"]);
    expect(second.next_cursor).toBeNull();
  });

  it("are read page by page, those of one state too, and no cursor names somebody", async () => {
    const rows = Array.from({ length: 5 }, (_, at) => [
      { phone_number: `+1212555020${at}`, state: "pending" as const },
      { phone_number: `+1212555030${at}`, state: "suppressed" as const },
    ]).flat();
    const id = await newCampaign(rows);
    const read: string[] = [];
    let cursor: number | undefined;
    do {
      const page = await contactsOf(id, { state: "suppressed", limit: 2, ...(cursor !== undefined && { cursor }) });
      read.push(...page.contacts.map((contact) => contact.phone_number));
      expect(page.total_count).toBe(5);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(read).toEqual([0, 1, 2, 3, 4].map((at) => `+1212555030${at}`));
  });

  it("are nobody before the start, and nobody's of another organization or campaign", async () => {
    const draft = await newCampaign();
    expect(await contactsOf(draft)).toEqual({ contacts: [], total_count: 0, next_cursor: null });
    const id = await newCampaign(ONE_IN_EACH);
    const stranger = api.client((await createTenant(test)).owner);
    const params = { campaign_id: id };
    expect(await stranger.refused(campaignContactsOperation, { params })).toMatchObject({ status: 404 });
    const [first] = (await contactsOf(id)).contacts;
    const foreign = { params: { campaign_id: draft }, query: { cursor: first?.id ?? 0 } };
    expect(await viewer.refused(campaignContactsOperation, foreign)).toMatchObject({ status: 422 });
    const misspelt = await viewer.fetch(`/api/v1/campaigns/${id}/contacts?state=finished`);
    expect(misspelt.status).toBe(422);
  });
});
