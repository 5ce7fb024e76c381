import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { updatePreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import {
  campaignRecordOperation,
  recordEntriesOperation,
  recordKeyOperation,
  runProofOperation,
} from "../../../api/record/record.operations.ts";
import { sealRecord } from "../../../application/record/seal-record.ts";
import { parseCheckpoint, parseNote } from "../../../domain/record/checkpoint.rules.ts";
import { computeRoot } from "../../../domain/record/merkle-tree.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { removeRunRows } from "../../../infra/postgres/removal/remove-run-rows.ts";
import { isSignedBy } from "../../../infra/record/note-signer.ts";
import { recordHashes } from "../../../infra/record/record-hashes.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type RecordedCampaign, runRecordedCampaign } from "./recorded-campaign.ts";

let recorded: RecordedCampaign;

/** What was signed when the campaign had ended, though nothing but its end has sealed anything. */
let atEnd: ReturnType<typeof parseCheckpoint>;
let sealedAtEnd: string[];

beforeAll(async () => {
  recorded = await runRecordedCampaign();
  const note = await waitUntil("the end is sealed", async () => {
    const response = await get("/record/checkpoint");
    return response.ok && response.text();
  });
  atEnd = parseCheckpoint(note);
  sealedAtEnd = (await readEntries()).entries
    .filter(({ index, kind }) => kind === "campaign.decided" && index < (atEnd?.size ?? 0))
    .map(({ line }) => JSON.parse(line).facts.event);
  await sealRecord(recorded.api.dependencies, recorded.tenant.organizationId);
});
afterAll(() => recorded?.close());

const readEntries = async () => (await recorded.operator.call(recordEntriesOperation, { query: {} })).body;

const get = (path: string) =>
  fetch(`${recorded.api.baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${recorded.tenant.viewer.token}` },
  });

describe("the record of a campaign", () => {
  it("has a checkpoint at the campaign's end, before anybody asks and before the minute", () => {
    expect(atEnd?.size).toBeGreaterThan(11);
    expect(sealedAtEnd).toContain("completed");
  });

  it("has an entry for everything that decided about dialling, with the rows as they are", async () => {
    const { entries, size } = await readEntries();
    expect(entries).toHaveLength(size);
    const told = entries.map(({ line }) => JSON.parse(line));
    expect(told.map(({ index }) => index)).toEqual(told.map((_, at) => at));
    const ofKind = (kind: string) => told.filter((entry) => entry.kind === kind);
    const runs = await recorded.test.everything.selectFrom("call_runs").selectAll().orderBy("id").execute();
    const dialled = runs.filter((run) => run.carrier_requested_at !== null);
    expect(
      ofKind("attempt.requested")
        .map(({ facts }) => facts.run)
        .toSorted(),
    ).toEqual(dialled.map(({ uuid }) => uuid).toSorted());
    expect(new Map(ofKind("attempt.answered").map(({ facts }) => [facts.run, facts.carrier_call_id]))).toEqual(
      new Map(dialled.map((run) => [run.uuid, run.carrier_call_id])),
    );
    expect(new Map(ofKind("attempt.settled").map(({ facts }) => [facts.run, facts.outcome]))).toEqual(
      new Map(runs.map((run) => [run.uuid, run.outcome])),
    );
    expect(ofKind("do_not_call.added")).toMatchObject([{ actor: `user:${recorded.tenant.operator.userId}` }]);
    expect(ofKind("campaign.decided").map(({ facts }) => facts.event)).toEqual(
      expect.arrayContaining(["started", "paused", "resumed", "completed"]),
    );
    expect(ofKind("campaign.pause_answered")).toHaveLength(1);
    expect(ofKind("policy")).toHaveLength(1);
  });

  it("names persons by what only their key tells", async () => {
    const { entries } = await readEntries();
    expect(entries.map(({ line }) => line).join("\n")).not.toMatch(/\+1415555|Contact \d/);
    const person = (line: string): string => JSON.parse(line).person;
    const asked = entries.filter(({ kind }) => kind === "attempt.requested").map(({ line }) => person(line));
    const settled = entries.filter(({ kind }) => kind === "attempt.settled").map(({ line }) => person(line));
    expect(new Set(settled).size).toBe(11);
    expect(asked.every((each) => settled.includes(each) && /^[0-9a-f]{64}$/.test(each))).toBe(true);
  });

  it("has a signed checkpoint, whose root is that of the entries", async () => {
    const note = await (await get("/record/checkpoint")).text();
    const { entries } = await readEntries();
    const { origin, keys } = (await recorded.operator.call(recordKeyOperation)).body;
    const key = Buffer.from(keys[0]?.public_key ?? "", "base64");
    expect(isSignedBy(note, origin, [key])).toBe(true);
    expect(isSignedBy(note.replace(/\n\d+\n/, "\n1\n"), origin, [key])).toBe(false);
    const leaves = entries.map(({ line }) => recordHashes.leaf(Buffer.from(line)));
    expect(parseCheckpoint(parseNote(note)?.text ?? "")).toEqual({
      origin,
      size: entries.length,
      root: Buffer.from(computeRoot(leaves, recordHashes)).toString("base64"),
    });
  });

  it("keeps its newest checkpoint in the store, however slow another process is with an older one", async () => {
    const { api, test, tenant } = recorded;
    const { organizationId } = tenant;
    const addEntry = (phone: string) =>
      test.database.inOrganization(organizationId, (tx) =>
        addToDoNotCall(tx, { organizationId, phoneNumbers: [phone], source: "manual", actor: "system" }),
      );
    const reached = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const { objectStore } = api.dependencies;
    const slowStore = {
      ...objectStore,
      put: async (...given: Parameters<typeof objectStore.put>) => {
        if (given[0].includes("/tile/entries/")) {
          reached.resolve();
          await mayGoOn.promise;
        }
        return objectStore.put(...given);
      },
    };
    await addEntry("+14155550981");
    const slow = sealRecord({ ...api.dependencies, objectStore: slowStore }, organizationId);
    await reached.promise;
    await addEntry("+14155550982");
    await sealRecord(api.dependencies, organizationId);
    const newest = await (await get("/record/checkpoint")).text();
    mayGoOn.resolve();
    await slow;
    expect(await (await get("/record/checkpoint")).text()).toBe(newest);
    const { size } = await readEntries();
    expect(parseCheckpoint(parseNote(newest)?.text ?? "")?.size).toBe(size);
  });

  it("has tiles of the hashes and the entries", async () => {
    const { entries } = await readEntries();
    const leaves = entries.map(({ line }) => recordHashes.leaf(Buffer.from(line)));
    const tile = await get(`/record/tile/0/000.p/${entries.length}`);
    expect(Buffer.from(await tile.arrayBuffer())).toEqual(Buffer.concat(leaves));
    const bundle = Buffer.from(await (await get(`/record/tile/entries/000.p/${entries.length}`)).arrayBuffer());
    expect(bundle.subarray(2).toString()).toContain(entries[0]?.line ?? "?");
    expect((await get("/record/tile/0/001")).status).toBe(404);
    expect((await get("/record/tile/0/x000/000")).status).toBe(404);
  });

  it("proves the entries of a call", async () => {
    const run = await recorded.test.everything
      .selectFrom("call_runs")
      .select(["id", "agent_id"])
      .where("carrier_accepted_at", "is not", null)
      .orderBy("id")
      .executeTakeFirstOrThrow();
    const params = { workflow_id: run.agent_id, run_id: run.id };
    const { entries, checkpoint } = (await recorded.operator.call(runProofOperation, { params })).body;
    expect(entries.map(({ kind }) => kind)).toEqual(["attempt.requested", "attempt.answered", "attempt.settled"]);
    const { size = 0, root } = parseCheckpoint(checkpoint) ?? {};
    for (const { index, line, proof } of entries) {
      let [hash, at, last]: [Uint8Array, number, number] = [recordHashes.leaf(Buffer.from(line)), index, size - 1];
      for (const part of proof.map((text) => Buffer.from(text, "base64"))) {
        const isRight = at % 2 === 1 || at === last;
        hash = isRight ? recordHashes.node(part, hash) : recordHashes.node(hash, part);
        while (isRight && at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
        [at, last] = [at >> 1, last >> 1];
      }
      expect(Buffer.from(hash).toString("base64")).toBe(root);
    }
  });

  it("proves the entries of a call whose rows were removed, by its uuid and for its agent alone", async () => {
    const { id, uuid, agent_id } = await recorded.test.everything
      .selectFrom("call_runs")
      .select(["id", "uuid", "agent_id"])
      .where("carrier_accepted_at", "is not", null)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const proofOf = async (params: { workflow_id: number; run_id: number | string }) =>
      (await recorded.operator.call(runProofOperation, { params })).body;
    const before = await proofOf({ workflow_id: agent_id, run_id: uuid });
    expect(before).toEqual(await proofOf({ workflow_id: agent_id, run_id: id }));
    await recorded.api.dependencies.database.inOrganization(recorded.tenant.organizationId, (tx) =>
      removeRunRows(tx, [id]),
    );
    expect(await proofOf({ workflow_id: agent_id, run_id: uuid })).toEqual(before);
    for (const params of [
      { workflow_id: agent_id, run_id: id },
      { workflow_id: agent_id + 1, run_id: uuid },
      { workflow_id: agent_id, run_id: crypto.randomUUID() },
    ])
      expect(await recorded.operator.refused(runProofOperation, { params })).toMatchObject({ status: 404 });
  });

  it("tells of changed hours and limits", async () => {
    const body = { max_attempts_per_number_per_day: 7 };
    await recorded.api.client({ token: recorded.tenant.admin.token }).call(updatePreferencesOperation, { body });
    await sealRecord(recorded.api.dependencies, recorded.tenant.organizationId);
    const { entries } = await readEntries();
    expect(JSON.parse(entries.at(-1)?.line ?? "{}")).toMatchObject({
      kind: "settings.changed",
      actor: `user:${recorded.tenant.admin.userId}`,
      facts: { settings: body },
    });
  });

  it("is never signed twice at one size: rows of an older backup are refused until they fit", async () => {
    const { test, api, tenant, campaignId } = recorded;
    const rows = test.everything;
    const before = await rows.selectFrom("record_trees").selectAll().executeTakeFirstOrThrow();
    const { campaign_id } = { campaign_id: campaignId };
    await test.database.inOrganization(tenant.organizationId, (tx) =>
      addToDoNotCall(tx, { organizationId: tenant.organizationId, phoneNumbers: ["+14155559999"], source: "manual" }),
    );
    await sealRecord(api.dependencies, tenant.organizationId);
    const signed = await (await get("/record/checkpoint")).text();
    // As a restored backup has it: the last entry was never made, and another one is.
    const { organization_id: _, ...older } = before;
    await rows
      .updateTable("record_trees")
      .set({ ...older, edge: sql<string[]>`${JSON.stringify(older.edge)}::jsonb` })
      .execute();
    await rows.deleteFrom("record_entries").where("index", ">=", before.size).execute();
    await rows.deleteFrom("record_checkpoints").where("size", ">", before.size).execute();
    await test.database.inOrganization(tenant.organizationId, (tx) =>
      addToDoNotCall(tx, { organizationId: tenant.organizationId, phoneNumbers: ["+14155558888"], source: "manual" }),
    );
    await expect(sealRecord(api.dependencies, tenant.organizationId)).rejects.toThrow("does not continue it");
    const refused = await recorded.operator.refused(campaignRecordOperation, { params: { campaign_id } });
    expect(refused).toMatchObject({ status: 409, code: "record_refused" });
    expect(await (await get("/record/checkpoint")).text()).toBe(signed);
    expect((await rows.selectFrom("record_trees").selectAll().executeTakeFirstOrThrow()).size).toBe(before.size);
  });
});
