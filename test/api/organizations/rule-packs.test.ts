import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import {
  getPreferencesOperation,
  listRulePacksOperation,
  previewRulePacksOperation,
  updatePreferencesOperation,
} from "../../../api/organizations/organizations.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createContactListRows, plainSettings } from "../../factories/campaigns.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { test, api, tenant } = await useTenantApi();
const admin = () => api.client(tenant.admin);
const save = (body: object) => admin().refused(updatePreferencesOperation, { body });

describe("the rule packs of an organization", () => {
  it("are listed with what each rule says, and which are in force", async () => {
    await admin().call(updatePreferencesOperation, {
      body: { rule_packs: ["uk@2026-11"], unconfirmed_rules: ["uk/hours"] },
    });
    const { rule_packs: packs } = (await admin().call(listRulePacksOperation, {})).body;
    expect(packs.length).toBeGreaterThanOrEqual(12);
    const uk = packs.find(({ id }) => id === "uk");
    expect(uk).toMatchObject({ pack: "uk@2026-11", chosen: true, countries: ["GB"] });
    expect(uk?.rules.map(({ rule, in_force }) => [rule, in_force])).toEqual([
      ["uk/automated_calls", true],
      ["uk/hours", true],
      ["uk/callback_number", false],
    ]);
    expect(packs.filter(({ chosen }) => chosen)).toHaveLength(1);
    expect((await admin().call(getPreferencesOperation, {})).body).toMatchObject({
      rule_packs: ["uk@2026-11"],
      unconfirmed_rules: ["uk/hours"],
      own_rules: [],
    });
    await admin().call(updatePreferencesOperation, { body: { rule_packs: null, unconfirmed_rules: null } });
  });

  it.each([
    [{ rule_packs: ["atlantis"] }, ["rule_packs", 0], "There is no rule pack atlantis"],
    [{ rule_packs: ["uk", "uk@2026-11"] }, ["rule_packs", 1], "Choose one version of the rule pack uk"],
    [{ rule_packs: ["uk"], unconfirmed_rules: ["uk/curfew"] }, ["unconfirmed_rules", 0], "There is no rule uk/curfew"],
    [
      { rule_packs: ["uk"], unconfirmed_rules: ["de/hours"] },
      ["unconfirmed_rules", 0],
      "is of a pack that rule_packs does not name",
    ],
    [
      { rule_packs: ["de"], unconfirmed_rules: ["de/keep_consent"], keep_runs_days: 90 },
      ["keep_runs_days"],
      "The rule de/keep_consent (§ 7a UWG) has calls kept for 1826 days at least",
    ],
    [
      { own_rules: [{ name: "Late", expression: "hour > 9 &&\n minute < 3" }] },
      ["own_rules", 0, "expression"],
      "Line 2, column 2: There is no variable minute",
    ],
    [{ own_rules: [{ name: "Loop", expression: "[1].all(x, x > 0)" }] }, ["own_rules", 0, "expression"], "no loops"],
  ])("%j is refused with its place", async (body, place, sentence) => {
    const refused = await save(body);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused)).toContain(JSON.stringify(place).slice(1, -1));
    expect(JSON.stringify(refused)).toContain(JSON.stringify(sentence).slice(1, -1));
  });
});

describe("a preview of rule packs", () => {
  it("tells whom they would stop among the contacts that open campaigns have yet to call", async () => {
    const { agentId } = await createAgentRows(test, tenant);
    const contactListId = await createContactListRows(test, tenant, []);
    const { id } = await test.everything
      .insertInto("campaigns")
      .values({
        organization_id: tenant.organizationId,
        name: "Spring",
        agent_id: agentId,
        source_type: "contact_list",
        source_id: String(contactListId),
        contact_list_id: contactListId,
        telephony_configuration_id: tenant.simulatorAccountId,
        state: "paused",
        ...plainSettings,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const contact = (phone_number: string, state: "pending" | "finished") => ({
      organization_id: tenant.organizationId,
      campaign_id: id,
      phone_number,
      timezone: "Europe/London",
      state,
    });
    await test.everything
      .insertInto("campaign_contacts")
      .values([
        contact("+447700900123", "pending"),
        contact("+447700900124", "pending"),
        contact("+447700900125", "finished"),
        contact("+12125550123", "pending"),
      ])
      .execute();
    const preview = (await admin().call(previewRulePacksOperation, { body: { rule_packs: ["uk"], past_days: 0 } }))
      .body;
    expect(preview).toEqual({
      campaigns: 1,
      contacts: 3,
      has_more: false,
      before: { refused: 0, waiting: 0 },
      after: { refused: 2, waiting: 0 },
      newly_stopped: 2,
      by_rule: [
        { pack: "uk@2026-11", rule: "automated_calls", paragraph: "PECR 2003, regulation 19", refused: 2, waiting: 0 },
      ],
      by_campaign: [{ campaign_id: id, name: "Spring", contacts: 3, refused: 2, waiting: 0 }],
      past: null,
    });
    const own_rules = [{ name: "Never", expression: "hour < 0" }];
    const waiting = (await admin().call(previewRulePacksOperation, { body: { own_rules } })).body;
    expect(waiting.after).toEqual({ refused: 0, waiting: 3 });
    expect((await admin().call(getPreferencesOperation, {})).body).toMatchObject({ rule_packs: [], own_rules: [] });
  });
});

describe("the calls of the last days", () => {
  const HOUR_MS = 3_600_000;
  /** Midday in London, some days ago. */
  const noonBefore = (days: number): Date => {
    const at = new Date(Date.now() - days * 24 * HOUR_MS);
    at.setUTCHours(12, 0, 0, 0);
    return at;
  };

  it("are replayed by other rules: which would not have been made, by rule, and which refused ones would be allowed", async () => {
    const { agentId, versionId } = await createAgentRows(test, tenant);
    const run = (called_number: string, at: Date, more: object = {}) => ({
      uuid: randomUUID(),
      organization_id: tenant.organizationId,
      agent_id: agentId,
      agent_version_id: versionId,
      name: "a call",
      mode: "telephony",
      state: "completed" as const,
      outcome: "answered",
      called_number,
      created_at: at,
      carrier_requested_at: at,
      ended_at: at,
      ...more,
    });
    const refused = { state: "blocked" as const, outcome: "blocked_rule", carrier_requested_at: null };
    const [LONDON, OTHER, NEW_YORK] = ["+447700900201", "+447700900202", "+12125550201"];
    await test.everything
      .insertInto("call_runs")
      .values([
        run(LONDON, noonBefore(3)),
        run(LONDON, noonBefore(4), { outcome: "busy" }),
        run(OTHER, noonBefore(2), {
          ...refused,
          error: "Rule one_a_week of the organization does not allow this call",
        }),
        run(NEW_YORK, noonBefore(2), refused),
        // Not by a rule; of the sandbox; refused by its carrier before it rang; too long ago.
        run(NEW_YORK, noonBefore(2), { ...refused, outcome: "blocked_dnc" }),
        run(NEW_YORK, noonBefore(2), { environment: "sandbox" as const }),
        run(NEW_YORK, noonBefore(2), { outcome: "throttled", end_reason: "throttled" }),
        run(NEW_YORK, noonBefore(40)),
      ])
      .execute();
    const look = async (body: object) =>
      (await admin().call(previewRulePacksOperation, { body: { past_days: 7, ...body } })).body.past;
    expect(await look({ rule_packs: ["uk"] })).toMatchObject({
      one_in: 1,
      has_more: false,
      calls: 2,
      refused_calls: 2,
      before: { refused: 0, waiting: 0 },
      after: { refused: 2, waiting: 0 },
      newly_stopped: 2,
      allowed: 1,
      newly_allowed: 0,
      by_rule: [
        {
          pack: "uk@2026-11",
          rule: "automated_calls",
          paragraph: "PECR 2003, regulation 19",
          refused: 2,
          waiting: 0,
          answered: 1,
        },
      ],
    });
    // The call of the day before is made, and counts for the next one.
    const once = { name: "Once a week", expression: "attempts_7d < 1" };
    expect(await look({ own_rules: [once] })).toMatchObject({
      after: { refused: 0, waiting: 1 },
      allowed: 2,
      by_rule: [{ pack: "own", rule: "Once a week", paragraph: "", waiting: 1, answered: 1 }],
    });
    await admin().call(updatePreferencesOperation, { body: { rule_packs: ["uk"] } });
    expect(await look({ rule_packs: [] })).toMatchObject({
      before: { refused: 2, waiting: 0 },
      after: { refused: 0, waiting: 0 },
      newly_stopped: 0,
      allowed: 2,
      newly_allowed: 1,
    });
    await admin().call(updatePreferencesOperation, { body: { rule_packs: null } });
    expect(await look({ past_days: 60 })).toMatchObject({ calls: 3, allowed: 2 });
    expect(await admin().refused(previewRulePacksOperation, { body: { past_days: 93 } })).toMatchObject({
      status: 422,
    });
  });
});
