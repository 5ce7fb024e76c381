import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { pino } from "pino";
import { buildLogFolder, createSubtreeReader } from "../../../application/record/record-store.ts";
import { sealRecord } from "../../../application/record/seal-record.ts";
import { formatOrigin } from "../../../domain/record/checkpoint.rules.ts";
import { proveConsistency, proveInclusion } from "../../../domain/record/tree-proofs.ts";
import { createObjectStore, type ObjectStore } from "../../../infra/object-store/object-store.ts";
import { listCheckpoints, listSealed } from "../../../infra/postgres/record/record.repository.ts";
import { readRecordKeys, rotateRecordKey } from "../../../infra/postgres/record/record-keys.repository.ts";
import { formatVerifierKey } from "../../../infra/record/note-signer.ts";
import { recordHashes } from "../../../infra/record/record-hashes.ts";
import { createTenant } from "../../factories/tenant.ts";
import { TEST_BUCKET, testEnvironment } from "../../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { copyLog } from "./copy-log.ts";
import { checkRecord, resolveRecordReader, type StartedProgram, startReaderServer } from "./record-reader.ts";

const program = await resolveRecordReader();
const whereGoIs = program === null ? describe.skip : describe;

let test: TestDatabase;
let other: StartedProgram;
const folder = mkdtempSync(join(tmpdir(), "ringdown-record-reader-"));
const logger = pino({ level: "silent" });

beforeAll(async () => {
  if (program === null) return;
  test = await createTestDatabase();
  other = await startReaderServer(program, ["store", TEST_BUCKET]);
});
afterAll(async () => {
  await other?.stop();
  await test?.drop();
  rmSync(folder, { recursive: true });
});

interface Log {
  organizationId: number;
  store: ObjectStore;
  size: number;
}

/** Lets the record grow to this size, and stores its tiles. */
const grow = async (log: Log, size: number): Promise<void> => {
  await sql`insert into unsealed_entries (organization_id, kind, actor, facts)
    select ${log.organizationId}, 'campaign.pause_answered', 'system', jsonb_build_object('campaign', i)
    from generate_series(${log.size + 1}::bigint, ${size}::bigint) i`.execute(test.everything);
  await sealRecord(
    { database: test.database, objectStore: log.store, secrets: testSecrets, logger },
    log.organizationId,
  );
  log.size = size;
};

const logFolderOf = async ({ organizationId }: Log) => {
  const { installation } = await readRecordKeys(test.database, testSecrets);
  return buildLogFolder({ installation, organizationId });
};

const copyFiles = async (log: Log): Promise<string> => {
  const into = mkdtempSync(join(folder, "log-"));
  await copyLog({ objectStore: log.store, logFolder: await logFolderOf(log), size: log.size }, into);
  return into;
};

const keysOf = async ({ organizationId }: Log): Promise<string[]> => {
  const { installation, published } = await readRecordKeys(test.database, testSecrets);
  const origin = formatOrigin({ installation, organizationId });
  return published.map(({ public_key }) => formatVerifierKey(origin, public_key));
};

const earlierNotes = (log: Log) =>
  test.database.inOrganization(log.organizationId, async (tx) =>
    (await listCheckpoints(tx)).filter(({ size }) => size < log.size),
  );

const encode = (hashes: readonly Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString("base64"));

/** The proofs as the log itself makes them. */
const ownProofs = async (log: Log) => {
  const { size, organizationId } = log;
  const read = createSubtreeReader({ objectStore: log.store }, await logFolderOf(log), size);
  const inclusion = [];
  for (let index = 0; index < size; index += 1 + Math.floor(size / 23)) {
    const [entry] = await test.database.inOrganization(organizationId, (tx) =>
      listSealed(tx, { from: index, to: index + 1 }),
    );
    const proof = encode(await proveInclusion({ index, size }, read, recordHashes));
    inclusion.push({ index, line: entry?.line ?? "", proof });
  }
  const consistency = [];
  for (const { size: from } of await earlierNotes(log))
    consistency.push({ from, proof: encode(await proveConsistency({ from, to: size }, read, recordHashes)) });
  return { inclusion, consistency };
};

const readByGo = async (log: Log, verifiers?: readonly string[]) => {
  const earlier = await earlierNotes(log);
  const proofs = await ownProofs(log);
  const found = await checkRecord(program ?? "", {
    folder: await copyFiles(log),
    verifiers: verifiers ?? (await keysOf(log)),
    earlier: earlier.map(({ note }) => note),
    ...proofs,
  });
  expect(found).toMatchObject({ size: log.size, entries: log.size, continued: earlier.length });
  expect(found.ownProofs).toBe(proofs.inclusion.length + proofs.consistency.length);
  return found;
};

whereGoIs.each([
  {
    name: "SeaweedFS",
    // A tile of each of three levels is whole or begins.
    sizes: [1, 2, 255, 256, 257, 511, 512, 700, 65_536, 65_900],
    open: () => createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket: TEST_BUCKET }),
  },
  {
    name: "another S3 server",
    sizes: [3, 256, 300, 767],
    open: () =>
      createObjectStore({
        endpoint: other.url,
        region: "us-east-1",
        bucket: TEST_BUCKET,
        accessKey: "key",
        secretKey: "secret",
      }),
  },
])("a record in $name", ({ sizes, open }) => {
  it("is read, and its proofs hold, by Go's own packages at every size", async () => {
    const { organizationId } = await createTenant(test);
    const log: Log = { organizationId, store: open(), size: 0 };
    for (const size of sizes) {
      await grow(log, size);
      const found = await readByGo(log);
      expect(found.signers).toHaveLength(1);
      expect(found.proven).toBeGreaterThan(size / 64);
    }
    const forged = await copyFiles(log);
    const tile = join(forged, "tile/0/001");
    const hashes = readFileSync(tile);
    hashes[40] = (hashes[40] ?? 0) ^ 1;
    writeFileSync(tile, hashes);
    await expect(
      checkRecord(program ?? "", { folder: forged, verifiers: await keysOf(log), earlier: [] }),
    ).rejects.toThrow("tile");
  });
});

whereGoIs("a key that is changed", () => {
  it("signs beside the one before, and Go's package takes either", async () => {
    const { organizationId } = await createTenant(test);
    const store = createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket: TEST_BUCKET });
    const log: Log = { organizationId, store, size: 0 };
    await grow(log, 10);
    await rotateRecordKey(test.database, testSecrets);
    await grow(log, 300);
    const keys = await keysOf(log);
    const [former = "", newer = ""] = keys.slice(-2);
    expect(await readByGo(log)).toMatchObject({ signers: [expect.anything(), expect.anything()], strangers: 0 });
    expect(await readByGo(log, [former])).toMatchObject({ signers: [expect.anything()], strangers: 1 });
    await expect(readByGo(log, [newer])).rejects.toThrow("an earlier checkpoint");
    const files = { folder: await copyFiles(log), earlier: [] };
    expect(await checkRecord(program ?? "", { ...files, verifiers: [newer] })).toMatchObject({ strangers: 1 });
    const stranger = keys.slice(-1).map((key) => key.replace("ringdown", "otherlog"));
    await expect(checkRecord(program ?? "", { ...files, verifiers: stranger })).rejects.toThrow();
  });
});
