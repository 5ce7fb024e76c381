import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import {
  campaignContactsOperation,
  campaignProgressOperation,
  campaignSummaryOperation,
} from "../../../api/campaigns/campaign-reading.operations.ts";
import { type ContactChange, foldContact } from "../../../domain/campaign/campaign-as-of.rules.ts";
import { changeFigures, keepCallSteps } from "../../../infra/postgres/campaign/figures.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { createCampaign, createContactListRows, fillCampaign, someContacts } from "../../factories/campaigns.ts";
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

const newCampaign = async (): Promise<number> =>
  (await createCampaign(api.client(tenant.operator), { workflow_id: agent.agentId, contact_list_id: listId })).id;

const change = (id: number, ...facts: [Parameters<typeof changeFigures>[2], Parameters<typeof changeFigures>[3]?]) =>
  test.database.inOrganization(tenant.organizationId, (tx) => changeFigures(tx, id, ...facts));

const now = async (): Promise<string> => {
  const { rows } = await sql<{ now: string }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`.execute(
    test.everything,
  );
  return rows[0]?.now ?? "";
};

const progressAsOf = (id: number, asOf: string) =>
  viewer.call(campaignProgressOperation, { params: { campaign_id: id }, query: { as_of: asOf } });

describe("the state of a campaign as of an instant", () => {
  it("a draft without changes is told as it was, with what is not kept named", async () => {
    const id = await newCampaign();
    const asOf = await now();
    expect((await progressAsOf(id, asOf)).body).toMatchObject({
      state: "draft",
      total: 0,
      started_at: null,
      budgets: [],
      eta: null,
      unknown: expect.arrayContaining(["eta", "budgets", "waiting_until", "rate_limit", "source_sync"]),
    });
  });

  it("an instant in the future or before the campaign is refused with what to send", async () => {
    const id = await newCampaign();
    for (const [asOf, says] of [
      ["2999-01-01T00:00:00Z", "in the future"],
      ["2001-01-01T00:00:00Z", "was made at"],
      ["0453-07-27T11:47:03+17:53", "was made at"],
      ["0000-01-01T00:00:00Z", "between the years 1 and 9999"],
    ] as const) {
      const refusal = await viewer.refused(campaignProgressOperation, {
        params: { campaign_id: id },
        query: { as_of: asOf },
      });
      expect(refusal).toMatchObject({
        status: 422,
        detail: [{ loc: ["query", "as_of"], msg: expect.stringContaining(says) }],
      });
    }
  });

  it("a campaign that an earlier release had under way is not guessed at", async () => {
    const id = await newCampaign();
    await test.everything.updateTable("campaign_figures").set({ revision: 3 }).where("campaign_id", "=", id).execute();
    const request = { params: { campaign_id: id }, query: { as_of: await now() } };
    await change(id, { total: 1 });
    for (const operation of [campaignProgressOperation, campaignSummaryOperation, campaignContactsOperation])
      expect(await viewer.refused(operation, request)).toMatchObject({ status: 409, code: "past_not_kept" });
    const later = { ...request, query: { as_of: await now() } };
    expect((await viewer.refused(campaignProgressOperation, later)).status).toBe(409);
  });

  it("a disposition and a price that come after the end of a call are told from when they are known", async () => {
    const id = await newCampaign();
    const campaign = { organizationId: tenant.organizationId, ...agent };
    const run = await createRunRow(test, campaign, { campaign_id: id, state: "completed", outcome: "answered" });
    await change(id, { finished: 1, total: 1 }, { run: { id: run.id }, contacts: { ids: [], outcome: "answered" } });
    const before = await now();
    await test.database.inOrganization(tenant.organizationId, async (tx) => {
      await tx
        .updateTable("call_runs")
        .set({ disposition: "interested", cost_minor: 7, currency: "USD" })
        .where("id", "=", run.id)
        .execute();
      await keepCallSteps(tx, [run.id]);
    });
    const summaryAsOf = async (asOf: string) =>
      (await viewer.call(campaignSummaryOperation, { params: { campaign_id: id }, query: { as_of: asOf } })).body;
    expect(await summaryAsOf(before)).toMatchObject({ outcomes: { answered: 1 }, dispositions: {}, costs: [] });
    expect(await summaryAsOf(await now())).toMatchObject({
      outcomes: { answered: 1 },
      dispositions: { interested: 1 },
      costs: [{ currency: "USD", cost_minor: 7 }],
    });
  });

  it("contacts are what the rule makes of their changes, and are found by state and page", async () => {
    const states = ["pending", "in_flight", "waiting_retry", "finished", "suppressed"] as const;
    const changes = fc.array(
      fc.record({
        contact: fc.integer({ min: 0, max: 3 }),
        state: fc.option(fc.constantFrom(...states)),
        outcome: fc.option(fc.constantFrom("busy", "answered", "blocked_dnc")),
        hasAnswered: fc.option(fc.boolean()),
        isAccepted: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(changes, async (planned) => {
        const id = await newCampaign();
        const owner = { id, organizationId: tenant.organizationId, ...agent };
        await fillCampaign(test, owner, {
          contacts: someContacts(5).map(({ phone_number }) => ({ phone_number })),
        });
        await change(id, { total: 5 });
        const rows = await test.everything
          .selectFrom("campaign_contacts")
          .select("id")
          .where("campaign_id", "=", id)
          .orderBy("phone_number")
          .execute();
        const instants: { asOf: string; upTo: number }[] = [];
        for (const [at, { contact, state, outcome, hasAnswered, isAccepted }] of planned.entries()) {
          const ids = [rows[contact]?.id ?? 0];
          await change(
            id,
            {},
            {
              contacts: { ids, outcome, ...(state && { state }), ...(hasAnswered !== null && { hasAnswered }) },
              run: { id: 0, isAccepted },
            },
          );
          instants.push({ asOf: await now(), upTo: at + 1 });
        }
        for (const { asOf, upTo } of instants) {
          const expected = rows.map((_, contact) =>
            foldContact(
              planned
                .slice(0, upTo)
                .filter((each) => each.contact === contact)
                .map((each): ContactChange => ({ ...each, dueAt: null })),
            ),
          );
          const ask = async (query: object) =>
            (
              await viewer.call(campaignContactsOperation, {
                params: { campaign_id: id },
                query: { as_of: asOf, ...query },
              })
            ).body;
          const { contacts } = await ask({});
          expect(contacts.map(({ state, attempts, last_outcome }) => ({ state, attempts, last_outcome }))).toEqual(
            expected.map(({ state, attempts, last_outcome }) => ({ state, attempts, last_outcome })),
          );
          const first = await ask({ limit: 2 });
          const second = await ask({ limit: 3, cursor: first.next_cursor });
          expect([...first.contacts, ...second.contacts]).toEqual(contacts);
          const unreached = await ask({ state: "unreached" });
          expect(unreached.total_count).toBe(expected.filter(({ state }) => state === "unreached").length);
        }
      }),
      { numRuns: 12 },
    );
  });
});
