import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sealRecords } from "../../../activities/maintenance/seal-records.ts";
import { cosignRecord } from "../../../application/record/cosign-record.ts";
import { readRecordFile } from "../../../application/record/record-store.ts";
import { sealRecord } from "../../../application/record/seal-record.ts";
import { COSIGNATURE, readCosigned, readVerifierKey } from "../../../clients/typescript/verify/checkpoint.ts";
import { formatOrigin, parseNote } from "../../../domain/record/checkpoint.rules.ts";
import type { Witness } from "../../../domain/record/witness.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { readRecordKeys } from "../../../infra/postgres/record/record-keys.repository.ts";
import {
  listRecordWitnesses,
  listUncosignedRecords,
} from "../../../infra/postgres/record/record-witnesses.repository.ts";
import { formatVerifierKey } from "../../../infra/record/note-signer.ts";
import { readWitnesses } from "../../../infra/record/read-witnesses.ts";
import { startHttpReceiver } from "../../harness/http-receiver.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { copyLog } from "./copy-log.ts";
import { checkRecord, resolveRecordReader, type StartedProgram, startReaderServer } from "./record-reader.ts";
import { createSealedLog, type SealedLog } from "./sealed-log.ts";

const program = await resolveRecordReader();
const whereGoIs = program === null ? describe.skip : describe;
const guardedRequests = createGuardedRequests(readOutboundPolicy("127.0.0.1"));

let test: TestDatabase;
let log: SealedLog;
let first: StartedProgram;
let second: StartedProgram;
let witnesses: Witness[];

const keyOf = async (organizationId: number) => {
  const { installation, published } = await readRecordKeys(test.database, testSecrets);
  const origin = formatOrigin({ installation, organizationId });
  return formatVerifierKey(origin, published[0]?.public_key ?? Buffer.alloc(32));
};

beforeAll(async () => {
  if (program === null) return;
  test = await createTestDatabase();
  log = await createSealedLog(test);
  const key = await keyOf(log.organizationId);
  first = await startReaderServer(program, ["witness", "witness.example/first", key]);
  second = await startReaderServer(program, ["witness", "witness.example/second", key]);
  witnesses = readWitnesses(`${first.key} ${first.url}, ${second.key} ${second.url}/`);
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await test?.drop();
});

const sealMore = async (count: number) => {
  await log.append(count);
  await sealRecord(log.deps, log.organizationId);
};
const cosign = (asked: readonly Witness[] = witnesses) =>
  cosignRecord({ ...log.deps, guardedRequests }, { organizationId: log.organizationId, witnesses: asked });
const storedNote = async () => (await readRecordFile(log.deps, log.logFolder, "checkpoint")).toString();
const signersOf = (note: string) => parseNote(note)?.signatures.map(({ name }) => name.replace(/^ringdown.*/, "log"));
const rows = () => test.database.inOrganization(log.organizationId, listRecordWitnesses);

whereGoIs("witnesses", () => {
  it("cosign each checkpoint with a proof that it continues the one before, and the stored note has what they sign", async () => {
    for (const more of [1, 255, 1, 443, 0, 700]) {
      await sealMore(more);
      expect(await cosign()).toEqual(new Set());
      const note = await storedNote();
      expect(signersOf(note)).toEqual(["log", "witness.example/first", "witness.example/second"]);
      expect(await listUncosignedRecords(test.database)).toEqual([]);
    }
    const folder = mkdtempSync(join(tmpdir(), "ringdown-cosigned-"));
    try {
      await copyLog({ objectStore: log.deps.objectStore, logFolder: log.logFolder, size: 1400 }, folder);
      const verifiers = [await keyOf(log.organizationId)];
      const cosigners = [first.key, second.key];
      const found = await checkRecord(program ?? "", { folder, verifiers, cosigners, earlier: [] });
      expect([found.signers.length, found.times.length, found.strangers]).toEqual([3, 2, 0]);
      const note = await storedNote();
      const keys = await Promise.all(cosigners.map((key) => readVerifierKey(key, COSIGNATURE)));
      const times = await Promise.all(keys.map((key) => readCosigned(note, key)));
      expect(times.map((time) => (time?.getTime() ?? 0) / 1000)).toEqual(found.times);
      expect(await Promise.all(keys.map((key) => readCosigned(note.replace(/\n1400\n/, "\n1399\n"), key)))).toEqual([
        null,
        null,
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    // Sealing goes on from a note that others have signed too.
    await sealMore(10);
    await log.requireWhole();
  });

  it("witnesses that are away delay nothing, and sign when they are back", async () => {
    await sealMore(5);
    const gone = { ...witnesses[1], url: "http://127.0.0.1:9" } as const satisfies Partial<Witness>;
    const [present] = witnesses;
    if (!present || !gone.key || !gone.name || !gone.id) throw new Error("there are two witnesses");
    const away = await cosign([present, { ...gone, key: gone.key, name: gone.name, id: gone.id }]);
    expect([...away].map(({ name }) => name)).toEqual(["witness.example/second"]);
    expect(signersOf(await storedNote())).toEqual(["log", "witness.example/first"]);
    expect(await listUncosignedRecords(test.database)).toEqual([log.organizationId]);
    await sealMore(5);
    await log.requireWhole();
    await cosign();
    expect(signersOf(await storedNote())).toHaveLength(3);
  });

  it("witnesses whose answer was lost are asked from what they have seen", async () => {
    await sealMore(5);
    const lossy = {
      ...guardedRequests,
      send: async (request: Parameters<typeof guardedRequests.send>[0]) => {
        const answer = await guardedRequests.send(request);
        return { ...answer, status: 503 };
      },
    };
    await cosignRecord({ ...log.deps, guardedRequests: lossy }, { organizationId: log.organizationId, witnesses });
    expect(signersOf(await storedNote())).toEqual(["log"]);
    await sealMore(5);
    await cosign();
    expect(signersOf(await storedNote())).toHaveLength(3);
  });

  it("answers that are not a witness's own do not count", async () => {
    const [witness] = witnesses;
    if (!witness) throw new Error("there is a witness");
    const receiver = await startHttpReceiver();
    try {
      await sealMore(3);
      await cosign([{ ...witness, url: receiver.url }]);
      expect(signersOf(await storedNote())).toEqual(["log"]);
      expect((await rows()).find(({ refusal }) => refusal !== null)?.refusal).toContain("no cosignature of its key");
    } finally {
      await receiver.close();
    }
    await cosign();
    expect((await rows()).map(({ refusal }) => refusal)).toEqual([null, null]);
  });

  it("a witness whose asking fails loses nobody else's signature", async () => {
    await sealMore(3);
    const [present, broken] = witnesses;
    if (!present || !broken) throw new Error("there are two witnesses");
    const failing = {
      ...guardedRequests,
      send: (request: Parameters<typeof guardedRequests.send>[0]) =>
        request.url.startsWith(broken.url) ? Promise.reject(new Error("no memory")) : guardedRequests.send(request),
    };
    await expect(
      cosignRecord(
        { ...log.deps, guardedRequests: failing },
        { organizationId: log.organizationId, witnesses: [broken, present] },
      ),
    ).rejects.toThrow("no memory");
    expect(signersOf(await storedNote())).toEqual(["log", "witness.example/first"]);
    await cosign();
    expect(signersOf(await storedNote())).toHaveLength(3);
  });

  it("say that a record is another one when it was restored from an older backup with its object store", async () => {
    const restored = await createSealedLog(test);
    const key = await keyOf(restored.organizationId);
    const third = await startReaderServer(program ?? "", ["witness", "witness.example/third", key]);
    try {
      const [witness] = readWitnesses(`${third.key} ${third.url}`);
      if (!witness) throw new Error("there is a witness");
      const show = () =>
        cosignRecord(
          { ...log.deps, guardedRequests },
          { organizationId: restored.organizationId, witnesses: [witness] },
        );
      await restored.append(20);
      await sealRecord(restored.deps, restored.organizationId);
      await show();
      await test.everything
        .updateTable("record_witnesses")
        .set({ size: 0, note: null })
        .where("organization_id", "=", restored.organizationId)
        .execute();
      for (const table of ["record_entries", "record_checkpoints", "record_trees"] as const)
        await test.everything.deleteFrom(table).where("organization_id", "=", restored.organizationId).execute();
      await restored.deps.objectStore.remove(`${restored.logFolder}/checkpoint`);
      await restored.append(3);
      await sealRecord(restored.deps, restored.organizationId);
      await show();
      const [row] = await test.database.inOrganization(restored.organizationId, listRecordWitnesses);
      expect(row).toMatchObject({ size: 20, refusal: expect.stringContaining("restored from an older backup") });
      // It never signs the other record, however long that grows.
      await restored.append(40);
      await sealRecord(restored.deps, restored.organizationId);
      await show();
      const note = (await readRecordFile(restored.deps, restored.logFolder, "checkpoint")).toString();
      expect(signersOf(note)).toEqual(["log"]);
    } finally {
      await third.stop();
    }
  });

  it("are asked in each minute's seal, and one that is away holds up no record and is not asked again in that minute", async () => {
    const others = await Promise.all([1, 2, 3].map(() => createSealedLog(test)));
    let asked = 0;
    const counting = {
      ...guardedRequests,
      send: (request: Parameters<typeof guardedRequests.send>[0]) => {
        asked += 1;
        return guardedRequests.send(request);
      },
    };
    for (const other of others) await other.append(4);
    await log.append(4);
    const [present, absent] = witnesses;
    if (!present || !absent) throw new Error("there are two witnesses");
    const gone = { ...absent, url: "http://127.0.0.1:9" };
    await sealRecords({ ...log.deps, guardedRequests: counting, recordWitnesses: [gone] });
    for (const each of [log, ...others]) await each.requireWhole();
    expect(asked).toBe(1);
    await sealRecords({ ...log.deps, guardedRequests: counting, recordWitnesses: [present] });
    expect(signersOf(await storedNote())).toEqual(["log", "witness.example/first"]);
    asked = 0;
    await sealRecords({ ...log.deps, guardedRequests: counting, recordWitnesses: [] });
    expect(asked).toBe(0);
  });

  it("are named by a key and an address, or refused with what is wrong", () => {
    const mistyped = first.key.replace(/.$/, (letter) => (letter === "A" ? "B" : "A"));
    expect(() => readWitnesses(`${mistyped.replace("first", "frist")} ${first.url}`)).toThrow("copy all of it");
    expect(() => readWitnesses(first.key)).toThrow("stands its address");
    expect(() => readWitnesses(`${first.key} ftp://w.example`)).toThrow("stands its address");
    expect(() => readWitnesses("w.example https://w.example")).toThrow("is no key of a witness");
    expect(() => readWitnesses(`${first.key} ${first.url}, ${first.key} ${first.url}`)).toThrow("named twice");
    expect(readWitnesses("")).toEqual([]);
  });
});
