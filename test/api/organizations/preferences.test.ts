import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  getPreferencesOperation,
  setPreferencesOperation,
  updatePreferencesOperation,
} from "../../../api/organizations/organizations.operations.ts";
import { DEFAULT_CALLING_HOURS } from "../../../domain/campaign/calling-hours.ts";
import { DEFAULT_NUMBER_KINDS } from "../../../domain/number/number-kinds.rules.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { plainSettings } from "../../factories/campaigns.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

let tenant: Tenant;

const { test, api } = await useTestApi();
beforeEach(async () => {
  tenant = await createTenant(test, "Engines");
});

const read = async () => (await api.client({ token: tenant.viewer.token }).call(getPreferencesOperation)).body;
const admin = () => api.client({ token: tenant.admin.token });

it("a new organization has a name and a limit", async () => {
  expect(await read()).toEqual({
    name: "Engines",
    country: null,
    timezone: null,
    test_phone_number: null,
    concurrent_call_limit: 200,
    max_attempts_per_number_per_day: null,
    allowed_countries: null,
    allowed_number_kinds: [...DEFAULT_NUMBER_KINDS],
    artifact_link_days: 7,
    retention_days: null,
    keep_runs_days: null,
    redaction: null,
    retention: null,
    calling_hours: DEFAULT_CALLING_HOURS,
    disclosure: { enabled: true, reason: null },
    budget: null,
    rule_packs: [],
    unconfirmed_rules: [],
    own_rules: [],
  });
});

it("a viewer reads the preferences that an admin sets, and the timeline records them", async () => {
  const slots = [{ day_of_week: 0, start_time: "10:00", end_time: "12:00" }];
  const body = {
    name: "Analytical Engines",
    country: "gb",
    timezone: "Europe/London",
    test_phone_number: "020 7946 0018",
    concurrent_call_limit: 12,
    max_attempts_per_number_per_day: 3,
    allowed_countries: ["GB", "DE"],
    allowed_number_kinds: ["mobile" as const, "satellite" as const],
    artifact_link_days: 30,
    retention_days: 90,
    keep_runs_days: 365,
    retention: {
      words: 30,
      recordings: null,
      runs: 300,
      contacts: null,
      import_files: null,
      threads: null,
      deliveries: null,
    },
    calling_hours: { slots, holidays: ["2026-12-24"], holiday_calendar: "GB-SCT", one_off: true },
    disclosure: { enabled: false, reason: "Our people have agreed in writing" },
    redaction: { kinds: ["card" as const, "email" as const], in: ["words" as const, "webhooks" as const] },
    budget: { daily_minor: 500, monthly_minor: 9000, currency: "USD" },
    rule_packs: ["uk@2026-11", "de"],
    unconfirmed_rules: ["de/hours"],
    own_rules: [{ name: "Evenings", expression: "hour < 18", if_false: "wait" as const }],
  };
  const { body: answer } = await admin().call(setPreferencesOperation, { body });
  expect(answer).toEqual({
    ...body,
    country: "GB",
    test_phone_number: "+442079460018",
    calling_hours: { ...body.calling_hours, enabled: true, reason: null },
  });
  expect(await read()).toEqual(answer);
  const events = await test.everything
    .selectFrom("timeline_events")
    .select("actor")
    .where("organization_id", "=", tenant.organizationId)
    .execute();
  expect(events).toEqual([{ actor: `user:${tenant.admin.userId}` }]);
});

it("refuses countries and kinds of numbers that do not exist, with the choices, and null allows the defaults again", async () => {
  const change = (body: object) =>
    admin().fetch("/api/v1/organizations/preferences", {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  for (const [body, says] of [
    [{ allowed_number_kinds: ["premium"] }, "premium_rate, shared_cost"],
    [{ allowed_number_kinds: [] }, "Nobody could be called"],
    [{ allowed_countries: ["XX"] }, "No country has this code"],
    [{ allowed_countries: [] }, "Nobody could be called"],
  ] as const) {
    const refused = await change(body);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(says);
  }
  await change({ allowed_countries: ["de", "DE"], allowed_number_kinds: ["mobile"] });
  expect(await read()).toMatchObject({ allowed_countries: ["DE"], allowed_number_kinds: ["mobile"] });
  await change({ allowed_countries: null, allowed_number_kinds: null });
  expect(await read()).toMatchObject({ allowed_countries: null, allowed_number_kinds: [...DEFAULT_NUMBER_KINDS] });
});

it("calling hours are switched off for a reason alone, which the timeline keeps", async () => {
  const refusal = await admin().refused(setPreferencesOperation, { body: { calling_hours: { enabled: false } } });
  expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["body", "calling_hours", "reason"] }] });
  const reason = "Our people are asked to be called at night";
  await admin().call(setPreferencesOperation, { body: { calling_hours: { enabled: false, reason } } });
  expect(await read()).toMatchObject({ calling_hours: { enabled: false, reason } });
  const event = await test.everything
    .selectFrom("timeline_events")
    .select("payload")
    .where("organization_id", "=", tenant.organizationId)
    .executeTakeFirstOrThrow();
  expect(event.payload).toEqual({ calling_hours_off: reason });
});

it("a budget is refused in a currency that no price is in, naming the carrier, and ends the wait of campaigns", async () => {
  const budget = { daily_minor: 500, currency: "EUR" };
  const refusal = await admin().refused(setPreferencesOperation, { body: { budget } });
  expect(refusal).toMatchObject({
    status: 422,
    detail: [
      {
        loc: ["body", "budget", "currency"],
        msg: expect.stringContaining("no prices in EUR for calls of simulator"),
      },
    ],
  });
  const { agentId } = await createAgentRows(test, tenant);
  const { id } = await test.everything
    .insertInto("campaigns")
    .values({
      organization_id: tenant.organizationId,
      name: "Spring",
      agent_id: agentId,
      source_type: "contact_list",
      source_id: "1",
      budget_wait: { until: null, says: "spent" },
      ...plainSettings,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await admin().call(setPreferencesOperation, { body: { budget: { ...budget, currency: "USD" } } });
  expect(await read()).toMatchObject({ budget: { daily_minor: 500, monthly_minor: null, currency: "USD" } });
  const row = await test.everything
    .selectFrom("campaigns")
    .select("budget_wait")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.budget_wait).toBeNull();
});

it("preferences can be sent back as they were read, which changes nothing", async () => {
  const slots = [{ day_of_week: 0, start_time: "10:00", end_time: "12:00" }];
  await admin().call(setPreferencesOperation, {
    body: { country: "GB", calling_hours: { slots, one_off: true }, retention_days: 30 },
  });
  const kept = await read();
  expect((await admin().call(setPreferencesOperation, { body: kept })).body).toEqual(kept);
});

it("fields that are left out are cleared, but name and call limit stay", async () => {
  await admin().call(setPreferencesOperation, {
    body: { name: "Kept", concurrent_call_limit: 5, country: "FR", timezone: "Europe/Paris" },
  });
  await admin().call(setPreferencesOperation, { body: { timezone: null } });
  expect(await read()).toMatchObject({ name: "Kept", concurrent_call_limit: 5, country: null, timezone: null });
});

const everything = {
  name: "Kept",
  country: "GB",
  timezone: "Europe/London",
  test_phone_number: "+442079460018",
  concurrent_call_limit: 12,
  max_attempts_per_number_per_day: 3,
  artifact_link_days: 30,
  retention_days: 90,
  keep_runs_days: 365,
  retention: { words: 30, contacts: 700 },
  calling_hours: { slots: [{ day_of_week: 0, start_time: "10:00", end_time: "12:00" }], one_off: true },
  disclosure: { enabled: false, reason: "Our people have agreed in writing" },
  budget: { daily_minor: 500, monthly_minor: 9000, currency: "USD" },
};
const UNSET = {
  country: null,
  timezone: null,
  test_phone_number: null,
  max_attempts_per_number_per_day: null,
  retention_days: null,
  keep_runs_days: null,
  retention: null,
  calling_hours: DEFAULT_CALLING_HOURS,
  disclosure: { enabled: true, reason: null },
  redaction: null,
  budget: null,
};
const readField = (from: object, field: string): unknown => new Map(Object.entries(from)).get(field);
const change = async (body: object) => (await admin().call(updatePreferencesOperation, { body })).body;

describe("a change of some preferences", () => {
  it.each(Object.entries(everything))("of %s leaves all others as they are", async (field, value) => {
    const { body: before } = await admin().call(setPreferencesOperation, { body: everything });
    expect(await change({ [field]: value })).toEqual(before);
    await admin().call(setPreferencesOperation, {
      body: { name: "New", concurrent_call_limit: 1, artifact_link_days: 1 },
    });
    const bare = await read();
    expect(await change({ [field]: value })).toEqual({ ...bare, [field]: readField(before, field) });
  });

  it.each(Object.entries(UNSET))("clears %s with null", async (field, unset) => {
    const { body: before } = await admin().call(setPreferencesOperation, { body: everything });
    expect(await change({ [field]: null })).toEqual({ ...before, [field]: unset });
  });

  it("a change of some preferences that comes while another admin changes another one undoes nothing", async () => {
    await Promise.all([
      change({ budget: everything.budget }),
      change({ retention_days: 30 }),
      change({ name: "Both" }),
    ]);
    expect(await read()).toMatchObject({ budget: everything.budget, retention_days: 30, name: "Both" });
  });

  it("an empty change of preferences changes nothing, and a preference that cannot be unset is not cleared", async () => {
    const before = await read();
    expect(await change({})).toEqual(before);
    const client = admin();
    for (const name of ["name", "concurrent_call_limit", "artifact_link_days"]) {
      const response = await client.fetch("/api/v1/organizations/preferences", {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ [name]: null }),
      });
      expect(response.status).toBe(422);
    }
    expect(await read()).toEqual(before);
  });

  it("reads a national test number in the country that is kept", async () => {
    await change({ country: "GB" });
    expect(await change({ test_phone_number: "020 7946 0018" })).toMatchObject({ test_phone_number: "+442079460018" });
  });

  it("is refused to a sandbox key: production calls are made by them", async () => {
    const { apiKey } = await createKey(test, { tenant, environment: "sandbox" });
    const sandbox = api.client({ apiKey });
    const body = { calling_hours: { enabled: false, reason: "To try things out" } };
    const refusal = { status: 403, code: "sandbox_key" };
    expect(await sandbox.refused(updatePreferencesOperation, { body })).toMatchObject(refusal);
    expect(await sandbox.refused(setPreferencesOperation, { body })).toMatchObject(refusal);
    expect((await sandbox.call(getPreferencesOperation)).body.calling_hours.enabled).toBe(true);
  });
});

it.each([
  ["a country that is none", { country: "XX" }, "country"],
  ["a zone that is none", { timezone: "Mars/Olympus" }, "timezone"],
  ["an abbreviation for a zone", { timezone: "BST" }, "timezone"],
  ["an offset for a zone", { timezone: "+02:00" }, "timezone"],
  ["a number without its country", { test_phone_number: "020 7946 0018" }, "test_phone_number"],
  ["no calls at all", { concurrent_call_limit: 0 }, "concurrent_call_limit"],
  ["a calendar of nowhere", { calling_hours: { holiday_calendar: "XX" } }, "calling_hours"],
  ["no disclosure without a reason", { disclosure: { enabled: false } }, "disclosure"],
  ["keeping what is no kind", { retention: { dreams: 3 } }, "retention"],
  ["keeping words for no day", { retention: { words: 0 } }, "retention"],
  ["leaving out what is no kind", { redaction: { kinds: ["shoe_size"], in: ["words"] } }, "redaction"],
  [
    "silence in recordings without leaving words out",
    { redaction: { kinds: ["card"], in: ["recording"] } },
    "redaction",
  ],
  ["leaving nothing out", { redaction: { kinds: [], in: ["words"] } }, "redaction"],
  ["leaving it out nowhere", { redaction: { kinds: ["card"], in: ["dreams"] } }, "redaction"],
  ["a day that is none", { calling_hours: { holidays: ["2026-02-30"] } }, "calling_hours"],
  ["a budget of nothing", { budget: { currency: "USD" } }, "budget"],
  ["half an attempt", { max_attempts_per_number_per_day: 0.5 }, "max_attempts_per_number_per_day"],
])("%s is refused", async (_what, body, field) => {
  const replacing = await admin().refused(setPreferencesOperation, { body });
  const changing = await admin().refused(updatePreferencesOperation, { body });
  for (const refusal of [replacing, changing]) {
    expect(refusal.status).toBe(422);
    expect(JSON.stringify(refusal.detail)).toContain(`["body","${field}"`);
  }
});

it("one organization's preferences are not another's", async () => {
  const other = await createTenant(test, "Others");
  await admin().call(setPreferencesOperation, { body: { name: "Changed" } });
  const { body } = await api.client({ token: other.viewer.token }).call(getPreferencesOperation);
  expect(body.name).toBe("Others");
});
