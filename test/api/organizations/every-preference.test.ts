import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { listOrganizationsOperation } from "../../../api/auth/account.operations.ts";
import { dailyUsageOperation } from "../../../api/calls/call-reports.operations.ts";
import { getRunOperation, initiateCallOperation } from "../../../api/calls/calls.operations.ts";
import { checkDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import {
  previewRetentionOperation,
  setPreferencesOperation,
} from "../../../api/organizations/organizations.operations.ts";
import { preferencesBody } from "../../../api/organizations/organizations.schemas.ts";
import { insertArtifact } from "../../../infra/postgres/artifact/artifact.repository.ts";
import { readRunAgent } from "../../../infra/postgres/call/run-agent.repository.ts";
import { listOrganizationsToArchive } from "../../../infra/postgres/removal/archives.repository.ts";
import { listDue } from "../../../infra/postgres/retention/due-data.repository.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTwilioConfiguration } from "../../factories/telephony.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

/**
 * Walks every preference of an organization, from the schema itself: with another value something that reaches somebody
 * else is different, or setting it is refused. A preference that is added and that nothing reads is red here.
 */
type Preferences = Record<string, unknown>;

let run: Awaited<ReturnType<typeof createRunRow>>;

const price = { per_minute_minor: 2, billed_every_seconds: 60, currency: "USD", destinations: {} };

const { test, api, tenant } = await useTenantApi({
  dependencies: { prices: createPriceTable({ twilio: price, simulator: price }) },
});
beforeAll(async () => {
  const { organizationId } = tenant;
  const real = await createTwilioConfiguration(test, { organizationId });
  const setDefault = (is_default_outbound: boolean) =>
    test.everything.updateTable("telephony_configurations").set({ is_default_outbound });
  await setDefault(false).where("organization_id", "=", organizationId).execute();
  await setDefault(true).where("id", "=", real).execute();
  const configurations = { call_recording_enabled: true };
  const agent = { organizationId, ...(await createAgentRows(test, tenant, { configurations })) };
  run = await createRunRow(test, agent, endedCall({ ended_at: daysAgo(50), created_at: daysAgo(50) }));
  const file = { artifactType: "transcript", format: "txt", contentType: "text/plain", sizeBytes: 1 } as const;
  await test.database.inOrganization(organizationId, (tx) => insertArtifact(tx, run, file));
  await test.everything
    .updateTable("call_artifacts")
    .set({ created_at: daysAgo(50) })
    .where("run_id", "=", run.id)
    .execute();
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Returns what people and systems notice of the preferences. */
const observe = async (body: Preferences) => {
  const admin = api.client(tenant.admin);
  const response = await admin.fetch("/api/v1/organizations/preferences", {
    method: setPreferencesOperation.method.toUpperCase(),
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) return { refused: await response.json() };
  const check = (phone_number: string) => admin.fetch(`/api/v1/do-not-call/check?phone_number=${phone_number}`);
  const [national, { body: outlook }, { body: usage }, { body: ended }, agent, expired, retention] = await Promise.all([
    check("020%207946%200001"),
    admin.call(checkDoNotCallOperation, { query: { phone_number: "+442079460001" } }),
    admin.call(dailyUsageOperation, { query: { days: 1 } }),
    admin.call(getRunOperation, { params: { workflow_id: run.agent_id, run_id: run.id } }),
    test.database.inOrganization(tenant.organizationId, (tx) => readRunAgent(tx, run, new Date())),
    listDue(test.database, "transcripts", { limit: 10, mostDays: undefined }),
    admin.call(previewRetentionOperation, {}),
  ]);
  const { body: organizations } = await admin.call(listOrganizationsOperation, {});
  const initiated = await admin.refused(initiateCallOperation, { body: { workflow_id: run.agent_id } });
  const event = await test.everything
    .selectFrom("timeline_events")
    .select("payload")
    .where("organization_id", "=", tenant.organizationId)
    .where("summary", "=", "The organization's preferences were changed")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return {
    organizations: JSON.stringify(organizations),
    national: national.status,
    // Clocks may show another minute a moment later.
    rules: outlook.rules.map(({ rule, value, passes }) => [rule, value.replaceAll(/\d\d:\d\d/g, "<time>"), passes]),
    zone: usage.timezone,
    initiated: [initiated.status, initiated.code],
    linkDays: daysOfToken(ended.public_access_token ?? ""),
    disclosure: agent.disclosure,
    leftOut: [...(agent.redaction?.kinds ?? []), ...(agent.redaction?.in ?? [])],
    expired: expired.map(({ organization_id }) => organization_id),
    keptDays: retention.body.kinds.map(({ days }) => days),
    archived: await listOrganizationsToArchive(test.database, null),
    kept: event.payload,
  };
};

/** A token carries when it expires, in seconds, by digits and letters. */
const daysOfToken = (token: string): number =>
  Math.round((Number.parseInt(token.split(".")[1] ?? "", 36) * 1000 - Date.now()) / DAY_MS);

/** The hours of the day at which the test does not run, nor begins or ends. */
const slotsIn = (hours: number) => {
  const opens = (new Date().getUTCHours() + hours) % 24;
  const time = (minute: string) => `${String(opens).padStart(2, "0")}:${minute}`;
  return [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time: time("00"), end_time: time("59") }));
};
const ALWAYS = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
  day_of_week,
  start_time: "00:00",
  end_time: "24:00",
}));
const closed = (own: Preferences = {}) => ({ one_off: true, slots: slotsIn(5), ...own });
const open = (own: Preferences = {}) => ({ one_off: true, slots: ALWAYS, ...own });
const AROUND_TODAY = [-1, 0, 1].map((days) => daysAgo(days).toISOString().slice(0, 10));
const budget = (own: Preferences = {}) => ({ daily_minor: 1_000_000, currency: "USD", ...own });

const redaction = (own: Preferences = {}) => ({ kinds: ["card"], in: ["words"], ...own });

/** Two values of each preference, by its path; those that are objects stand here by each of their fields. */
const VALUES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  name: ["Alpha", "Beta"],
  country: [undefined, "GB"],
  timezone: ["Europe/London", "Asia/Tokyo"],
  test_phone_number: [undefined, "+12025550199"],
  concurrent_call_limit: [5, 6],
  max_attempts_per_number_per_day: [2, 3],
  allowed_countries: [["GB"], ["DE"]],
  allowed_number_kinds: [["fixed_line"], ["mobile"]],
  rule_packs: [["us-federal"], ["uk"]],
  unconfirmed_rules: [[], ["uk/hours"]],
  own_rules: [[{ name: "Any hour", expression: "hour >= 0" }], [{ name: "Any hour", expression: "hour < 0" }]],
  artifact_link_days: [3, 9],
  retention_days: [100, 30],
  keep_runs_days: [100, 30],
  "retention.words": [{ words: 100 }, { words: 30 }],
  "retention.recordings": [{ recordings: 100 }, { recordings: 30 }],
  "retention.runs": [{ runs: 100 }, { runs: 30 }],
  "retention.contacts": [{ contacts: 100 }, { contacts: 30 }],
  "retention.import_files": [{ import_files: 100 }, { import_files: 30 }],
  "retention.threads": [{ threads: 100 }, { threads: 30 }],
  "retention.deliveries": [{ deliveries: 100 }, { deliveries: 30 }],
  "calling_hours.enabled": [closed(), closed({ enabled: false, reason: "The rest is written down" })],
  "calling_hours.reason": [closed({ enabled: false, reason: "Alpha" }), closed({ enabled: false, reason: "Beta" })],
  "calling_hours.slots": [closed(), open()],
  "calling_hours.holidays": [open(), open({ holidays: AROUND_TODAY })],
  "calling_hours.one_off": [closed({ one_off: false }), closed()],
  "disclosure.enabled": [{ enabled: true }, { enabled: false, reason: "Alpha" }],
  "disclosure.reason": [
    { enabled: false, reason: "Alpha" },
    { enabled: false, reason: "Beta" },
  ],
  "redaction.kinds": [redaction(), redaction({ kinds: ["card", "iban"] })],
  "redaction.in": [redaction(), redaction({ in: ["words", "webhooks"] })],
  "budget.daily_minor": [budget(), budget({ daily_minor: 1_000_001 })],
  "budget.monthly_minor": [budget(), budget({ monthly_minor: 5_000_000 })],
  "budget.currency": [budget(), budget({ currency: "EUR" })],
};
/** Days that a library knows, of which nobody can say whether today is one: where they are tested. */
const SEEN_ELSEWHERE: Readonly<Record<string, string>> = {
  "redaction.keep_original": "test/api/calls/original.test.ts",
  "calling_hours.holiday_calendar": "test/infra/postgres/campaign/dialling-hours.test.ts",
};

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}
const pathsIn = (schema: Schema, path: readonly string[], defs = schema.$defs ?? {}): string[] => {
  const named = (each: Schema): Schema => defs[each.$ref?.split("/").at(-1) ?? ""] ?? each;
  const fields = [schema, ...(schema.anyOf ?? [])].map(named).find(({ properties }) => properties)?.properties;
  if (!fields) return [path.join(".")];
  return Object.entries(fields).flatMap(([name, inner]) => pathsIn(inner, [...path, name], defs));
};

describe("every preference", () => {
  it("stands in a list above, field by field", () => {
    const schema: Schema = JSON.parse(JSON.stringify(z.toJSONSchema(preferencesBody, { io: "input" })));
    expect(pathsIn(schema, []).sort()).toEqual([...Object.keys(VALUES), ...Object.keys(SEEN_ELSEWHERE)].sort());
    for (const [path, file] of Object.entries(SEEN_ELSEWHERE)) {
      expect(readFileSync(file, "utf8")).toContain(path.split(".").at(-1));
    }
  });

  it.each(Object.entries(VALUES))(
    "%s changes something that reaches somebody else, or is refused",
    async (path, pair) => {
      const [name = ""] = path.split(".");
      // Some keep their value where they are left out.
      const others = { name: "An organization", concurrent_call_limit: 10, artifact_link_days: 7 };
      const [one, other] = [
        await observe({ ...others, [name]: pair[0] }),
        await observe({ ...others, [name]: pair[1] }),
      ];
      expect(one).not.toHaveProperty("refused");
      expect(other).not.toEqual(one);
    },
  );

  it("is seen alike where nothing differs", async () => {
    const same = () => observe({ name: "An organization", calling_hours: closed(), budget: budget() });
    expect(await same()).toEqual(await same());
  });
});
