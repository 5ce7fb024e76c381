import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { createObjectStore, type ObjectStore } from "../../infra/object-store/object-store.ts";
import { createLogger } from "../../infra/logger.ts";
import { recordRoom } from "../../media/recorded-room.ts";
import type { RoomEvents, VoiceRoom } from "../../media/room.ts";
import { createAgentRows } from "../factories/agents.ts";
import { createRunRow, endedCall } from "../factories/calls.ts";
import { createTenant } from "../factories/tenant.ts";
import { TEST_BUCKET, testEnvironment } from "../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";

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
const recordPart = (run: Parameters<typeof recordRoom>[2]) => {
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
  const recorded = recordRoom({ database: test.database, objectStore, logger }, room, run);
  const nothing = () => {};
  recorded.room.listen({
    sound: async () => {},
    written: nothing,
    digit: nothing,
    personLeft: nothing,
    failed: nothing,
  });
  return {
    ...recorded,
    room,
    isRecorded: recorded.room !== room,
    hear: (samples: number) => events?.sound(new Int16Array(samples)),
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

const HEADER_BYTES = 44;
const SECOND = 16_000;

it("keeps the longest of the parts that several processes have recorded, whichever is kept last", async () => {
  const run = await createRun();
  for (const [seconds, kept] of [
    [3, 3],
    [1, 3],
    [5, 5],
  ] as const) {
    const part = recordPart(run);
    await part.hear(seconds * SECOND);
    await part.keep();
    const artifacts = await keptOf(run);
    const size = (channels: number) => HEADER_BYTES + kept * SECOND * channels * 2;
    expect(Object.fromEntries(artifacts.map((each) => [each.artifact_type, each.size_bytes]))).toEqual({
      recording: size(2),
      user_recording: size(1),
      bot_recording: size(1),
    });
    for (const { object_key, size_bytes } of artifacts) expect(await objectStore.size(object_key)).toBe(size_bytes);
  }
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
