import { createWriteStream, mkdtempSync, openAsBlob, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { signUpOperation } from "../../api/auth/auth.operations.ts";
import { createUploadUrlOperation } from "../../api/contacts/contacts.operations.ts";
import { createNationalListOperation, getNationalListOperation } from "../../api/contacts/national-lists.operations.ts";
import { readNumberPermission } from "../../infra/postgres/contact/number-permission.ts";
import { type Database, openDatabase } from "../../infra/postgres/database.ts";
import { type ApiClient, createApiClient } from "../harness/api-client.ts";
import { openTestStack } from "../harness/test-stack.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { quantile } from "./median.ts";
import { forgetPeak, memoryOf } from "./process-memory.ts";

const NUMBERS = 2_000_000;
const LOOKUPS = 2000;
const SECONDS_GOAL = 60;
const LOOKUP_GOAL_MS = 1;
const LINES_PER_CHUNK = 1000;
const POLL_EVERY_MS = 100;
/** Has no divisor in common with the ten million numbers of an area: all come once, in no order. */
const STRIDE = 7_368_787;

export const nationalBench: BenchPart = {
  name: "national",
  title: "a national do-not-call list from a file, and one number looked up in it",
  run: async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-bench-national-"));
    const stack = await openTestStack();
    const database = openDatabase({
      url: stack.running.environment["DATABASE_URL"] ?? "",
      poolSize: 2,
      applicationName: "bench",
    });
    try {
      const client = createApiClient(stack.running.addresses.api);
      const { body } = await client.call(signUpOperation, {
        body: { email: `${crypto.randomUUID()}@example.com`, password: "a long enough password" },
      });
      const worker = stack.running.pid("worker") ?? 0;
      const organizationId = body.user.organization_id;
      const operator = createApiClient(stack.running.addresses.api, { token: body.token });
      return await measure(context, { folder, database, organizationId, operator, worker });
    } finally {
      await database.close();
      await stack.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Place {
  folder: string;
  database: Database;
  organizationId: number;
  operator: ApiClient;
  worker: number;
}

const measure = async ({ scale, say }: BenchContext, place: Place): Promise<BenchRow[]> => {
  const count = Math.max(Math.round(NUMBERS * scale), 1000);
  const path = join(place.folder, "registry.csv");
  await pipeline(Readable.from(fileOf(count)), createWriteStream(path));
  const before = await lookUp(place, count);
  forgetPeak(place.worker);
  const idleMb = memoryOf(place.worker).residentMb;
  const seconds = await load(place, { path, count });
  const peakMb = memoryOf(place.worker).peakMb;
  say(
    `${count.toLocaleString("en")} numbers in force after ${seconds.toFixed(1)} s; the worker grew from ${idleMb} to ${peakMb} MB`,
  );
  const after = await lookUp(place, count);
  const isGoalSize = count === NUMBERS;
  return [
    {
      figure: `national list of ${count.toLocaleString("en")} numbers from a file until it is in force, s`,
      measured: `${seconds.toFixed(1)} (${Math.round(count / seconds).toLocaleString("en")} numbers/s)`,
      floor: `worker's memory: ${idleMb} MB at rest, ${peakMb} MB at most`,
      ratio: null,
      goal: `≤ ${SECONDS_GOAL}`,
      holds: isGoalSize ? seconds <= SECONDS_GOAL : null,
    },
    {
      figure: `what keeps one number from being called, asked of rows, p50 and p95, ms (${LOOKUPS} numbers)`,
      measured: `${after.p50.toFixed(2)} and ${after.p95.toFixed(2)}`,
      floor: `without a national list: ${before.p50.toFixed(2)} and ${before.p95.toFixed(2)}`,
      ratio: after.p50 / before.p50,
      goal: `adds ≤ ${LOOKUP_GOAL_MS} ms`,
      holds: after.p50 - before.p50 <= LOOKUP_GOAL_MS,
    },
  ];
};

/** Returns the `index`th number of the list. */
const numberAt = (index: number): string => `+1${212 + (index % 7)}${2_000_000 + ((index * STRIDE) % 7_999_999)}`;

function* fileOf(count: number): Generator<Buffer> {
  yield Buffer.from("phone_number\n");
  for (let from = 0; from < count; from += LINES_PER_CHUNK) {
    const length = Math.min(LINES_PER_CHUNK, count - from);
    yield Buffer.from(Array.from({ length }, (_, at) => `${numberAt(from + at)}\n`).join(""));
  }
}

const load = async ({ operator }: Place, { path, count }: { path: string; count: number }): Promise<number> => {
  const { body: upload } = await operator.call(createUploadUrlOperation, {
    body: { file_name: "registry.csv", file_size: statSync(path).size, content_type: "text/csv" },
  });
  const stored = await fetch(upload.upload_url, {
    method: "PUT",
    body: await openAsBlob(path),
    headers: upload.headers,
  });
  if (!stored.ok) throw new Error(`the object store refused the file: ${stored.status}`);
  const startedAt = performance.now();
  const { body: list } = await operator.call(createNationalListOperation, {
    body: { object_store_key: upload.object_store_key, source: "Bench", as_of: "2026-01-01" },
  });
  for (;;) {
    const { body } = await operator.call(getNationalListOperation, { params: { national_list_id: list.id } });
    if (body.state === "in_force" && body.numbers + body.invalid > count * 0.9) break;
    if (body.state !== "pending" && body.state !== "loading")
      throw new Error(`the list ended otherwise than expected: ${JSON.stringify(body)}`);
    await delay(POLL_EVERY_MS);
  }
  return (performance.now() - startedAt) / 1000;
};

/** Half of the numbers are on the list. */
const lookUp = async ({ database, organizationId }: Place, count: number): Promise<{ p50: number; p95: number }> => {
  const took: number[] = [];
  await database.inOrganization(organizationId, async (tx) => {
    for (let lookup = 0; lookup < LOOKUPS; lookup += 1) {
      const index = Math.floor(Math.random() * count);
      const phoneNumber = lookup % 2 === 0 ? numberAt(index) : `+1303${2_000_000 + (index % 7_999_999)}`;
      const startedAt = performance.now();
      await readNumberPermission(tx, { organizationId, phoneNumber, environment: "production" });
      took.push(performance.now() - startedAt);
    }
  });
  return { p50: quantile(took, 0.5), p95: quantile(took, 0.95) };
};
