import { createHash, randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { z } from "zod";
import { startArchives } from "../../../activities/maintenance/start-archives.ts";
import { removeSome } from "../../../activities/removal/remove-some.ts";
import {
  downloadArchiveFileOperation,
  getArchiveOperation,
  listArchivesOperation,
} from "../../../api/calls/archives.operations.ts";
import { updatePreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { openTalkingOrganization, type TalkingOrganization } from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

const DAY_MS = 86_400_000;
const NUMBER = "+14155550188";
const NAME = "Wilhelmina Oberkofler";

let platform: CallingPlatform;
let organization: TalkingOrganization;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 60, defaults: { outcomes: ["answered"], ring_seconds: 1 } });
  await platform.api.dependencies.objectStore.ensureBucket();
  organization = await openTalkingOrganization(platform);
});
afterAll(() => platform.close());

const admin = () => platform.api.client({ token: organization.admin.token });

/** Calls at noon of a day so long ago, each with an event of its carrier. */
const callsOf = async (daysAgo: number, count: number) => {
  const noon = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS + DAY_MS / 2);
  const runs = [];
  for (let call = 0; call < count; call += 1) {
    const run = await createRunRow(
      platform.test,
      organization,
      endedCall({
        name: NAME,
        called_number: NUMBER,
        created_at: noon,
        carrier_requested_at: noon,
        carrier_accepted_at: noon,
        ended_at: noon,
        over_at: noon,
        initial_context: { name: NAME },
      }),
    );
    await sql`
      insert into carrier_events (organization_id, run_id, event_id, state, call)
      values (${organization.organizationId}, ${run.id}, 'an event, with a comma', 'completed',
        ${JSON.stringify({ to: NUMBER })}::jsonb)`.execute(platform.test.everything);
    runs.push(run);
  }
  return runs;
};

const archiveDue = () => {
  const { temporal, clock } = platform.api.dependencies;
  return startArchives({ database: platform.test.database, temporal, clock });
};

const list = async () => (await admin().call(listArchivesOperation, { query: {} })).body;

const untilArchived = (days: number) =>
  waitUntil("the days are archived", async () => {
    await archiveDue();
    const { archives } = await list();
    return archives.length === days && archives.every(({ state }) => state === "done") ? archives : undefined;
  });

const rowsOf = (content: Buffer) =>
  z.array(z.record(z.string(), z.string())).parse(parse(gunzipSync(content).toString("utf8"), { columns: true }));

const read = async (archive_id: string) => {
  const { body } = await admin().call(getArchiveOperation, { params: { archive_id } });
  const files = new Map<string, Buffer>();
  for (const { file_id, name, sha256, size_bytes } of body.files) {
    const link = await admin().call(downloadArchiveFileOperation, { params: { archive_id, file_id } });
    const content = Buffer.from(await (await fetch(link.body.url)).arrayBuffer());
    expect([name, content.length, createHash("sha256").update(content).digest("hex")]).toEqual([
      name,
      size_bytes,
      sha256,
    ]);
    files.set(name, content);
  }
  return files;
};

describe("calls that are older than an organization keeps them", () => {
  it("are shown before it happens, archived day by day without a name or a number, and removed", async () => {
    const older = await callsOf(41, 2);
    const old = await callsOf(40, 3);
    const [young] = await callsOf(10, 1);
    expect((await list()).next).toBeNull();
    await admin().call(updatePreferencesOperation, { body: { keep_runs_days: 30 } });
    expect((await list()).next).toMatchObject({ keep_runs_days: 30, runs_due: 5, runs_due_within_week: 5 });
    const archives = await untilArchived(2);
    expect(archives.map(({ runs, runs_removed }) => [runs, runs_removed])).toEqual([
      [3, 3],
      [2, 2],
    ]);
    const files = await read(archives[0]?.archive_id ?? "");
    const runs = rowsOf(files.get("runs-0001.csv.gz") ?? Buffer.alloc(0));
    expect(runs.map(({ uuid }) => uuid).sort()).toEqual(old.map(({ uuid }) => uuid).sort());
    expect(runs[0]).toMatchObject({ outcome: "answered", cost_minor: "2", currency: "USD" });
    const events = rowsOf(files.get("carrier_events-0001.csv.gz") ?? Buffer.alloc(0));
    expect(events.map(({ event_id }) => event_id)).toEqual(Array.from({ length: 3 }, () => "an event, with a comma"));
    const everything = [...files].map(([name, content]) =>
      name.endsWith(".gz") ? gunzipSync(content).toString("utf8") : content.toString("utf8"),
    );
    expect(everything.some((text) => text.includes(NAME) || text.includes(NUMBER))).toBe(false);
    const manifest: unknown = JSON.parse(everything.at(-1) ?? "");
    expect(manifest).toMatchObject({ runs: 3, files: expect.arrayContaining([expect.objectContaining({ rows: 3 })]) });
    const left = await platform.test.everything
      .selectFrom("call_runs")
      .select("id")
      .where(
        "id",
        "in",
        [...older, ...old, ...(young ? [young] : [])].map(({ id }) => id),
      )
      .execute();
    expect(left).toEqual([{ id: young?.id }]);
    expect((await list()).next).toMatchObject({ runs_due: 0 });
  });

  it("are archived once and lost never where the process dies between the archive and the removal", async () => {
    const runs = await callsOf(50, 3);
    const [first] = runs;
    const { objectStore, transcriptIndex, temporal, clock } = platform.api.dependencies;
    const organizationId = organization.organizationId;
    await platform.test.everything
      .insertInto("call_artifacts")
      .values({
        organization_id: organizationId,
        run_id: first?.id ?? 0,
        artifact_type: "recording",
        format: "wav",
        object_key: `org-${organizationId}/gone.wav`,
        content_type: "audio/wav",
        size_bytes: 1,
      })
      .execute();
    const removalUuid = randomUUID();
    const day = new Date(Date.now() - 50 * DAY_MS).toISOString().slice(0, 10);
    await platform.test.everything
      .insertInto("removals")
      .values({
        organization_id: organizationId,
        uuid: removalUuid,
        selection: { from: `${day}T00:00:00.000Z`, to: `${day}T23:59:59.999Z` },
        up_to_run_id: Math.max(...runs.map(({ id }) => id)),
        runs: 3,
        actor: "system",
        archived_day: day,
      })
      .execute();
    const deps = { database: platform.test.database, transcriptIndex, temporal, clock };
    const input = { organizationId, removalUuid };
    const noPut = { ...objectStore, put: () => Promise.reject(new Error("the store is full")) };
    await expect(removeSome({ ...deps, objectStore: noPut }, input)).rejects.toThrow("the store is full");
    const noRemove = { ...objectStore, remove: () => Promise.reject(new Error("the store is away")) };
    await expect(removeSome({ ...deps, objectStore: noRemove }, input)).rejects.toThrow("the store is away");
    const there = () =>
      platform.test.everything
        .selectFrom("call_runs")
        .select("id")
        .where(
          "id",
          "in",
          runs.map(({ id }) => id),
        )
        .execute();
    expect(await there()).toHaveLength(3);
    expect(await removeSome({ ...deps, objectStore }, input)).toEqual({ removed: 3, more: false, waiting: 0 });
    expect(await there()).toEqual([]);
    const files = await read(removalUuid);
    expect([...files.keys()].filter((name) => name.startsWith("runs-"))).toEqual(["runs-0001.csv.gz"]);
    expect(rowsOf(files.get("runs-0001.csv.gz") ?? Buffer.alloc(0))).toHaveLength(3);
  });
});
