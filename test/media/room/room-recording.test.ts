import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { removeArtifactOrphans } from "../../../activities/maintenance/remove-artifact-orphans.ts";
import { extractSamples, readWav } from "../../../domain/recording/wav.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createObjectStore, type ObjectStore } from "../../../infra/object-store/object-store.ts";
import { readOriginals } from "../../../infra/postgres/privacy/kept-originals.repository.ts";
import { fileOpeningSchema, openFile } from "../../../infra/secrets/sealed-file.ts";
import { recordRoom } from "../../../media/room/room-recording.ts";
import type { RoomEvents, VoiceRoom } from "../../../media/room/voice-room.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTenant } from "../../factories/tenant.ts";
import { TEST_BUCKET, testEnvironment } from "../../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let test: TestDatabase;
let objectStore: ObjectStore;
let temporary: string;
const usualTemporary = process.env["TMPDIR"];
beforeAll(async () => {
  test = await createTestDatabase();
  objectStore = createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket: TEST_BUCKET });
});
afterAll(() => test.drop());
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "ringdown-recorded-room-"));
  process.env["TMPDIR"] = temporary;
});
afterEach(() => {
  if (usualTemporary === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = usualTemporary;
  rmSync(temporary, { recursive: true, force: true });
});

const logger = createLogger("media", { level: "silent", secrets: [] });

/** Records one process's part of a call. */
const recordPart = (
  run: Parameters<typeof recordRoom>[2],
  from = new Date(),
  nowMs?: () => number,
  store: ObjectStore = objectStore,
) => {
  let events: RoomEvents | undefined;
  const room: VoiceRoom = {
    speaker: { play: async () => {}, waitingMs: () => 0, clear: () => {}, silence: async () => {} },
    listen: (listener) => {
      events = listener;
    },
    show: () => {},
    pressDigits: async () => {},
    leave: async () => {},
  };
  const deps = {
    database: test.database,
    objectStore: store,
    secrets: testSecrets,
    logger,
    clock: { now: () => from },
  };
  const recorded = recordRoom(deps, room, run, nowMs);
  const nothing = () => {};
  recorded.room.listen({
    sound: async () => {},
    soundMissing: nothing,
    soundEnded: nothing,
    written: nothing,
    digit: nothing,
    personLeft: nothing,
    failed: nothing,
  });
  return {
    ...recorded,
    room,
    isRecorded: recorded.room !== room,
    hear: (samples: number, loudness = 0) => events?.sound(new Int16Array(samples).fill(loudness)),
  };
};

const createRun = async () => {
  const tenant = await createTenant(test);
  const agent = await createAgentRows(test, tenant);
  return createRunRow(test, { ...tenant, ...agent }, endedCall({}));
};

const keptOf = (run: { id: number }) =>
  test.everything
    .selectFrom("call_artifacts")
    .select(["artifact_type", "object_key", "size_bytes"])
    .where("run_id", "=", run.id)
    .orderBy("artifact_type")
    .execute();

const SECOND = 16_000;

/** Returns how loud the person is in each second of what is kept. */
const heardSeconds = async (run: { id: number }) => {
  const artifacts = await keptOf(run);
  const objects = await Promise.all(
    artifacts.map(async ({ artifact_type, object_key, size_bytes }) => {
      const wav = Buffer.concat(await (await objectStore.read(object_key)).toArray());
      expect(wav.length).toBe(size_bytes);
      const sound = readWav(wav, wav.length);
      if (!sound) throw new Error("this is no WAV file");
      return [artifact_type, { wav, sound }] as const;
    }),
  );
  const kept = Object.fromEntries(objects);
  const whole = kept["recording"];
  if (!whole) throw new Error("nothing is kept");
  const { wav, sound } = whole;
  for (const side of ["user_recording", "bot_recording"]) expect(kept[side]?.sound.dataBytes).toBe(sound.dataBytes / 2);
  const person = extractSamples(wav.subarray(sound.dataOffset), sound, 0);
  return Array.from({ length: person.length / 2 / SECOND }, (_, at) => person.readInt16LE((at + 0.5) * SECOND * 2));
};

it("joins what several processes have recorded, whichever keeps its part first, with the silence between them", async () => {
  for (const order of [
    [0, 1, 2],
    [2, 0, 1],
  ]) {
    const run = await createRun();
    const parts = [
      { fromSecond: 0, seconds: 2, loudness: 100 },
      { fromSecond: 3, seconds: 1, loudness: 200 },
      { fromSecond: 4, seconds: 1, loudness: 300 },
    ];
    for (const at of order) {
      const { fromSecond, seconds, loudness } = parts[at]!;
      const part = recordPart(run, new Date(Date.UTC(2026, 0, 1) + fromSecond * 1000));
      await part.hear(seconds * SECOND, loudness);
      await part.keep();
    }
    expect(await heardSeconds(run)).toEqual([100, 100, 0, 200, 300]);
  }
});

it("keeps both where two processes keep theirs at the same time", async () => {
  const run = await createRun();
  const begins = Date.UTC(2026, 0, 1);
  const held = holdObjectStore();
  const parts = [0, 1000].map((fromMs) => recordPart(run, new Date(begins + fromMs), undefined, held.store));
  for (const [at, part] of parts.entries()) await part.hear(SECOND, 100 + at);
  const keeping = parts.map((part) => part.keep());
  await waitUntil("both write their files", () => held.waiting() === 2);
  held.letGo();
  await Promise.all(keeping);
  expect(await heardSeconds(run)).toEqual([100, 101]);
});

it("leaves no file in the object store that nobody will remove", async () => {
  const run = await createRun();
  const remove = () => removeArtifactOrphans({ database: test.database, objectStore }, { olderThanSeconds: 0 });
  const begins = Date.UTC(2026, 0, 1);
  const keepSecond = async (at: number, store = objectStore) => {
    const part = recordPart(run, new Date(begins + at * 1000), undefined, store);
    await part.hear(SECOND, 100 + at);
    await part.keep();
  };
  await remove();
  await keepSecond(0);
  expect(await remove()).toBe(0);
  // Of this one only the first file is written.
  let written = 0;
  const put: ObjectStore["put"] = async (...file) => {
    written += 1;
    if (written > 1) throw new Error("the store is full");
    await objectStore.put(...file);
  };
  await keepSecond(1, { ...objectStore, put });
  await keepSecond(2);
  expect(await heardSeconds(run)).toEqual([100, 0, 102]);
  const orphans = await test.everything.selectFrom("artifact_orphans").select("object_key").execute();
  // Those of the failed try, and those that were replaced.
  expect(orphans).toHaveLength(6);
  const countThere = async () =>
    (await Promise.all(orphans.map(({ object_key }) => objectStore.size(object_key)))).filter((bytes) => bytes !== null)
      .length;
  expect(await countThere()).toBe(4);
  expect(await removeArtifactOrphans({ database: test.database, objectStore })).toBe(0);
  expect(await remove()).toBe(6);
  expect(await countThere()).toBe(0);
  expect(await heardSeconds(run)).toEqual([100, 0, 102]);
  expect(await remove()).toBe(0);
});

it("keeps what is recorded while the call goes on, so that a killed process loses a minute, and each second once", async () => {
  const run = await createRun();
  let nowMs = 0;
  const begins = Date.UTC(2026, 0, 1);
  const part = recordPart(run, new Date(begins), () => nowMs);
  const hearSeconds = async (seconds: number, loudness: number) => {
    nowMs += seconds * 1000;
    await part.hear(seconds * SECOND, loudness);
    await part.keepSoFar();
  };
  await hearSeconds(60, 100);
  expect(await keptOf(run)).toEqual([]);
  await hearSeconds(2, 200);
  // The last second may still change.
  expect(await heardSeconds(run)).toEqual([...Array.from({ length: 60 }, () => 100), 200]);
  await hearSeconds(10, 300);
  expect(await heardSeconds(run)).toHaveLength(61);
  const next = recordPart(run, new Date(begins + 75_000));
  await next.hear(SECOND, 400);
  await next.keep();
  expect((await heardSeconds(run)).slice(59, 77)).toEqual([100, 200, ...Array.from({ length: 14 }, () => 0), 400]);
  // It had lived after all.
  await part.keep();
  expect((await heardSeconds(run)).slice(59)).toEqual([
    ...[100, 200, 200],
    ...Array.from({ length: 10 }, () => 300),
    ...[0, 0, 0, 400],
  ]);
});

it("keeps nothing more of a call whose recording has stopped", async () => {
  const run = await createRun();
  let nowMs = 0;
  let isBroken = false;
  const part = recordPart(run, new Date(), () => {
    if (isBroken) throw new Error("no space is left");
    return nowMs;
  });
  await part.hear(SECOND, 100);
  isBroken = true;
  await part.hear(SECOND, 100);
  isBroken = false;
  nowMs += 90_000;
  await part.keepSoFar();
  await part.keep();
  expect(await keptOf(run)).toEqual([]);
});

/** An object store that takes nothing until it is let go. */
const holdObjectStore = () => {
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>();
  let waiting = 0;
  const put: ObjectStore["put"] = async (...file) => {
    waiting += 1;
    await isFree;
    waiting -= 1;
    await objectStore.put(...file);
  };
  return { store: { ...objectStore, put }, letGo, waiting: () => waiting };
};

it("holds no connection while the object store is slow, and keeps every recording when it is not any more", async () => {
  const runs = await Promise.all(Array.from({ length: 9 }, createRun));
  const countConnections = () => test.database.load.totalCount - test.database.load.idleCount;
  const held = holdObjectStore();
  let nowMs = 0;
  const parts = runs.map((run) => recordPart(run, new Date(), () => nowMs, held.store));
  nowMs += 62_000;
  const inMidCall = parts.map((part) => part.keepSoFar());
  await Promise.all(inMidCall.slice(2));
  await waitUntil("two are being kept", () => held.waiting() === 2);
  const atTheEnd = parts.map((part) => part.keep());
  // A file that is written takes memory, so that the others wait.
  await waitUntil("four more are being kept", () => held.waiting() === 6);
  await waitUntil("no connection is in use", () => countConnections() === 0);
  held.letGo();
  await Promise.all([...inMidCall, ...atTheEnd]);
  expect((await Promise.all(runs.map(keptOf))).map(({ length }) => length)).toEqual(runs.map(() => 3));
});

it("leaves nothing in the folder for temporary files while it records", async () => {
  const part = recordPart(await createRun());
  await part.hear(SECOND);
  expect(part.isRecorded).toBe(true);
  expect(readdirSync(temporary)).toEqual([]);
  await part.keep();
});

it("goes on without a recording where its files cannot be opened", async () => {
  const run = await createRun();
  process.env["TMPDIR"] = join(temporary, "missing");
  const part = recordPart(run);
  expect(part.isRecorded).toBe(false);
  await part.keep();
  expect(await keptOf(run)).toEqual([]);
});

it("is silent where something was left out of the words, on both sides", async () => {
  const run = await createRun();
  await test.everything
    .updateTable("organizations")
    .set({ redaction: { kinds: ["card"], in: ["words", "recording"], keep_original: true } })
    .where("id", "=", run.organization_id)
    .execute();
  const begins = Date.UTC(2026, 0, 1);
  const at = (seconds: number) => new Date(begins + seconds * 1000);
  const row = { organization_id: run.organization_id, run_id: run.id };
  await test.everything
    .insertInto("conversations")
    .values({ ...row, driver: "browser" })
    .execute();
  await test.everything
    .insertInto("conversation_entries")
    .values([
      { ...row, turn: 1, speaker: "agent", text: "Your card?", at: at(1) },
      { ...row, turn: 2, speaker: "person", text: "[card]", at: at(2) },
      { ...row, turn: 2, speaker: "agent", text: "Thank you.", at: at(4) },
    ])
    .execute();
  const part = recordPart(run, new Date(begins));
  await part.hear(5 * SECOND, 100);
  await part.keep();
  expect(await heardSeconds(run)).toEqual([100, 0, 0, 100, 100]);
  // The organization keeps the original: the whole sound, sealed.
  const kept = await test.database.inOrganization(run.organization_id, (tx) =>
    readOriginals(tx, testSecrets, { organizationId: run.organization_id, runId: run.id }),
  );
  expect(kept.recordings).toHaveLength(1);
  const { object_key = "", value } = kept.recordings[0] ?? {};
  const opened: Buffer[] = [];
  for await (const chunk of openFile(objectStore, object_key, fileOpeningSchema.parse(value))) opened.push(chunk);
  const whole = Buffer.concat(opened);
  expect(whole.length).toBe(44 + 5 * SECOND * 4);
  expect(whole.includes(Buffer.alloc(SECOND))).toBe(false);
});
