import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { unzipSync } from "fflate";
import {
  createErasureOperation,
  createExportOperation,
  downloadExportOperation,
  getErasureOperation,
  getExportOperation,
} from "../../../api/people/people.operations.ts";
import { startTemporalDevServer } from "../../../infra/local/temporal.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { type LostWorkers, watchLostWorkers } from "../../harness/lost-workers.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";
import { openTalkingOrganization, type TalkingOrganization } from "../conversations/talking-organization.ts";
import { openStopPoints, type StopPoint, type StopPoints } from "../documents/stop-points.ts";
import { type KnownPeople, makeKnown, NEIGHBOUR, PERSON } from "./known-person.ts";
import { listFiles, listTraces, namesPerson, readEverything, untilHistoryIsGone } from "./traces.ts";

/** A worker in a process of its own is killed at every step of an erasure, where it begins and in its middle. */
const folder = mkdtempSync(join(tmpdir(), "ringdown-killed-erasure-"));
/** Temporal's database stands in a file of this test, to be read byte for byte. */
const temporalFolder = join(folder, "temporal");
const indexFolder = join(folder, "data");

let temporal: Awaited<ReturnType<typeof startTemporalDevServer>>;
let usualTemporal: string | undefined;
let platform: CallingPlatform;
let organization: TalkingOrganization;
let known: KnownPeople;
let points: StopPoints;
let lostWorkers: LostWorkers;
let worker: ApiProcess | null = null;
/** What was opened, also where the rest of it could not be. */
const closing = new AsyncDisposableStack();

beforeAll(async () => {
  mkdirSync(indexFolder);
  temporal = await startTemporalDevServer({ dir: temporalFolder, takesNamespaces: true });
  closing.defer(() => temporal.stop());
  usualTemporal = process.env["TEST_TEMPORAL_ADDRESS"];
  process.env["TEST_TEMPORAL_ADDRESS"] = temporal.address;
  platform = await startCallingPlatform(
    { speed: 60, defaults: { outcomes: ["answered"], ring_seconds: 1 } },
    { DATA_DIR: indexFolder, S3_BUCKET: "ringdown-killed-erasure" },
  );
  closing.defer(() => platform.close());
  await platform.api.dependencies.objectStore.ensureBucket();
  organization = await openTalkingOrganization(platform, { configurations: { call_recording_enabled: true } });
  known = await makeKnown(platform, organization);
  points = await openStopPoints(platform.test.superuserUrl);
  closing.defer(() => points.close());
  lostWorkers = watchLostWorkers(platform.api.dependencies.temporal);
});
afterAll(async () => {
  await end();
  await closing.disposeAsync();
  if (usualTemporal) process.env["TEST_TEMPORAL_ADDRESS"] = usualTemporal;
  rmSync(folder, { recursive: true });
});

const end = async () => {
  worker?.child.kill("SIGKILL");
  await worker?.ended;
  worker = null;
};
const startWorker = () => {
  worker ??= startApiProcess(
    {
      ...workerSettings(),
      DATABASE_URL: platform.test.url,
      TEMPORAL_NAMESPACE: platform.namespace,
      CARRIER_SIMULATOR_BASE_URL: platform.carrierUrl,
      DATA_DIR: indexFolder,
      S3_BUCKET: "ringdown-killed-erasure",
    },
    "worker/start.ts",
  );
};

const begins = (step: string): StopPoint => ({
  table: "person_erasures",
  event: "update",
  when: `new.step = '${step}' and old.step is distinct from '${step}'`,
  at: "commit",
});
const counts = (place: string): StopPoint => ({
  table: "person_erasures",
  event: "update",
  when: `new.receipt ? '${place}' and not old.receipt ? '${place}'`,
  at: "commit",
});

/** In the order in which an erasure comes to them. */
const POINTS: readonly StopPoint[] = [
  begins("find"),
  begins("calls"),
  counts("waiting_contacts"),
  begins("objects"),
  { table: "call_artifacts", event: "delete", at: "statement" },
  counts("import_fault_files"),
  begins("documents"),
  { table: "documents", event: "update", when: "new.deleted_at is not null", at: "commit" },
  begins("rows"),
  { table: "contacts", event: "delete", at: "commit" },
  begins("mentions"),
  counts("timeline_events_mentions"),
  begins("answers"),
  counts("idempotency_keys"),
  begins("histories"),
  counts("workflow_histories"),
  begins("record"),
  { table: "person_keys", event: "delete", at: "statement" },
  { table: "person_erasures", event: "update", when: "new.state = 'done'", at: "statement" },
];

const admin = () => platform.api.client({ token: organization.admin.token });
const erase = async (phone_number: string, reason: string) =>
  (await admin().call(createErasureOperation, { body: { phone_number, reason } })).body.erasure_id;
const read = async (erasure_id: string) => (await admin().call(getErasureOperation, { params: { erasure_id } })).body;
const done = (erasureId: string) =>
  waitUntil("the person is erased", async () => {
    const now = await read(erasureId);
    return now.state === "done" ? now : undefined;
  });

const ask = async (phone_number: string) =>
  (await admin().call(createExportOperation, { body: { phone_number, reason: "They asked" } })).body.export_id;
const exported = (export_id: string) =>
  waitUntil("the file is written", async () => {
    const { body } = await admin().call(getExportOperation, { params: { export_id } });
    return body.state === "done" ? body : undefined;
  });

const killAt = async (point: StopPoint, tellHowFar: () => Promise<unknown>): Promise<void> => {
  await points.stopAt(point);
  startWorker();
  await points.reached().catch(async (cause: unknown) => {
    const far = JSON.stringify({ point, far: await tellHowFar() });
    throw new Error(`it is at ${far}, and the worker said: ${worker?.output().slice(-2000)}`, { cause });
  });
  await end();
  await lostWorkers.tell();
  await points.letGo();
};

const exports = (when: string, at: StopPoint["at"]): StopPoint => ({
  table: "person_exports",
  event: "update",
  when,
  at,
});
const EXPORT_POINTS: readonly StopPoint[] = [
  exports("new.step = 'contacts'", "commit"),
  exports("new.step = 'calls'", "commit"),
  exports("new.state = 'done'", "statement"),
];

it("an export whose worker is killed again and again holds what one does that nobody disturbed", async () => {
  const undisturbed = await exported(await ask(NEIGHBOUR.number));
  await platform.stopWorker();
  const exportId = await ask(PERSON.number);
  for (const point of EXPORT_POINTS)
    await killAt(point, () => admin().call(getExportOperation, { params: { export_id: exportId } }));
  startWorker();
  const { held } = await exported(exportId);
  expect(held).toEqual(undisturbed.held);
  const { body: link } = await admin().call(downloadExportOperation, { params: { export_id: exportId } });
  const files = unzipSync(new Uint8Array(await (await fetch(link.url)).arrayBuffer()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(["person.json", "person.html"]));
});

it("an erasure whose worker is killed at each of its steps leaves the receipt of one that nobody disturbed, and no trace", async () => {
  const undisturbed = await done(await erase(NEIGHBOUR.number, `${NEIGHBOUR.name} asked for it`));
  await end();
  const erasureId = await erase(PERSON.number, `${PERSON.name} asked for it`);
  for (const point of POINTS) await killAt(point, () => read(erasureId));
  startWorker();
  const { receipt } = await done(erasureId);
  expect(receipt).toEqual(undisturbed.receipt);
  await untilHistoryIsGone(platform, known.runs[0]);
  expect(listTraces(await readEverything({ platform, organization, known, folder: indexFolder }))).toEqual([]);
});

it("a call of the person that begins while the erasure goes on is erased with the others", async () => {
  const { organizationId, agentId, versionId } = organization;
  await end();
  const number = "+14155550188";
  const call = (name: string) =>
    createRunRow(
      platform.test,
      { organizationId, agentId, versionId },
      endedCall({ mode: "simulator", called_number: number, name, direction: "outbound", ended_at: new Date() }),
    );
  await call("Before");
  const erasureId = await erase(number, "They asked");
  await points.stopAt(begins("histories"));
  startWorker();
  await points.reached();
  const late = await call("Meanwhile");
  await points.letGo();
  await done(erasureId);
  const row = await platform.test.everything
    .selectFrom("call_runs")
    .select(["name", "called_number"])
    .where("id", "=", late.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ name: "Erased", called_number: null });
});

it("Temporal's own database names nobody any more", async () => {
  await end();
  await temporal.stop();
  const files = listFiles(temporalFolder);
  expect(files.join("\n")).toContain("personErasure");
  expect(files.filter(namesPerson).map((file) => file.split(" ", 1)[0])).toEqual([]);
});
