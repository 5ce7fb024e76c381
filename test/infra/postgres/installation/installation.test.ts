import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  type InstallationFacts,
  noteBackup,
  readInstallation,
} from "../../../../infra/postgres/installation/installation.repository.ts";
import { createMetrics } from "../../../../infra/telemetry/metrics.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createRunRow } from "../../../factories/calls.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { readExposition, sumOf } from "../../../harness/exposition.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

const ROW_BYTES = 1_000_000;
let test: TestDatabase;
let tenant: Tenant;
let other: Tenant;
let agent: { agentId: number; versionId: number; organizationId: number };

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  [tenant, other] = [await createTenant(test), await createTenant(test, "Another")];
  agent = { ...(await createAgentRows(test, tenant)), organizationId: tenant.organizationId };
  await test.everything.deleteFrom("installation_facts").execute();
});

const measure = (everySeconds = 0, keepRunsDays?: number): Promise<InstallationFacts> =>
  readInstallation(test.database, { everySeconds, keepRunsDays, rowBytesPerOrganization: ROW_BYTES });
const agoOf = (interval: string) => sql<Date>`now() - ${interval}::interval`;

describe("the figures of the installation", () => {
  it("are measured at most every so often, whoever asks, and none are there before", async () => {
    expect(
      (await readInstallation(test.database, { everySeconds: 60, keepRunsDays: undefined, rowBytesPerOrganization: 1 }))
        .figures,
    ).not.toBeNull();
    const [first, second] = [await measure(60), await measure(60)];
    expect(second.measuredAt).toEqual(first.measuredAt);
    expect((await measure(0)).measuredAt?.getTime()).toBeGreaterThan(first.measuredAt?.getTime() ?? 0);
  });

  it("count calls of all organizations that are open, those of which a carrier tells nothing, and no others", async () => {
    const before = (await measure()).figures;
    const agents = [agent, { ...(await createAgentRows(test, other)), organizationId: other.organizationId }];
    for (const each of agents) {
      const open = await createRunRow(test, each, { state: "dialing" });
      await test.everything
        .updateTable("call_runs")
        .set({ carrier_requested_at: agoOf("4 minutes") })
        .where("id", "=", open.id)
        .execute();
    }
    const heard = await createRunRow(test, agent, { state: "ringing" });
    await test.everything
      .updateTable("call_runs")
      .set({ carrier_requested_at: agoOf("4 minutes") })
      .where("id", "=", heard.id)
      .execute();
    await test.everything
      .insertInto("carrier_events")
      .values({
        organization_id: tenant.organizationId,
        run_id: heard.id,
        event_id: "e",
        state: "ringing",
        call: JSON.parse('{"state":"ringing"}'),
      })
      .execute();
    const { figures } = await measure();
    expect((figures?.calls["dialing"] ?? 0) - (before?.calls["dialing"] ?? 0)).toBe(2);
    expect((figures?.callbacks_late ?? 0) - (before?.callbacks_late ?? 0)).toBe(2);
  });

  it("tell how old the oldest entry is that no record has sealed, and by how many days an archive is behind", async () => {
    await test.everything
      .insertInto("unsealed_entries")
      .values({
        organization_id: other.organizationId,
        kind: "call",
        at: agoOf("10 minutes"),
        actor: "system",
        facts: {},
      })
      .execute();
    const run = await createRunRow(test, agent, {});
    await test.everything
      .updateTable("call_runs")
      .set({ created_at: agoOf("40 days") })
      .where("id", "=", run.id)
      .execute();
    const { figures } = await measure(0, 30);
    expect(figures?.unsealed_seconds).toBeGreaterThanOrEqual(600);
    expect(figures?.archive_lag_seconds).toBe(10 * 86_400);
    expect((await measure(0)).figures?.archive_lag_seconds).toBe(0);
  });

  it("show in the metrics as they are known, and a backup by when it was taken", async () => {
    const metrics = createMetrics();
    const read = async () => readExposition(await metrics.exposition());
    expect((await read()).filter(({ name }) => /campaigns|backup|figures/.test(name))).toEqual([]);
    const takenAt = "2026-11-01T10:00:00.000Z";
    await noteBackup(test.superuserUrl, { takenAt, rows: 5, objects: 2 });
    await noteBackup(test.superuserUrl, { takenAt, rows: 7, objects: 2 });
    const facts = await measure();
    expect(facts.backup).toEqual({ rows: 7, objects: 2 });
    metrics.installation.take(facts);
    const samples = await read();
    expect(sumOf(samples, "ringdown_backup_timestamp_seconds")).toBe(Date.parse(takenAt) / 1000);
    const campaigns = samples.filter(({ name }) => name === "ringdown_campaigns");
    expect(campaigns.map(({ labels }) => labels["state"])).toEqual([
      "draft",
      "scheduled",
      "running",
      "paused",
      "completed",
      "failed",
      "canceled",
    ]);
    expect(samples.filter(({ name }) => name === "ringdown_build_info")).toMatchObject([
      { value: 1, labels: { node: process.versions.node } },
    ]);
  });

  it("cannot be written by the login of the processes", async () => {
    const { withoutOrganization } = test.database;
    const facts = { name: "backup", known_at: new Date(), facts: { rows: 1 } } as const;
    await expect(withoutOrganization.insertInto("installation_facts").values(facts).execute()).rejects.toThrow(
      /permission denied/,
    );
  });

  it("leave calls that are over alone: only what is open is read", async () => {
    await sql`insert into call_runs (uuid, organization_id, agent_id, agent_version_id, name, mode, state, ended_at)
      select gen_random_uuid(), ${tenant.organizationId}, ${agent.agentId}, ${agent.versionId}, 'over', 'simulator', 'completed', now()
      from generate_series(1, 20000)`.execute(test.everything);
    await sql`analyze call_runs`.execute(test.everything);
    const read = async () => {
      const { rows } = await sql<{ n: number }>`
        select seq_tup_read::float8 as n from pg_stat_user_tables where relname = 'call_runs'`.execute(test.everything);
      return rows[0]?.n ?? 0;
    };
    await sql`select pg_stat_force_next_flush()`.execute(test.everything);
    const before = await read();
    await measure(0, 30);
    await sql`select pg_stat_force_next_flush()`.execute(test.everything);
    expect((await read()) - before).toBeLessThan(20_000);
  });
});
