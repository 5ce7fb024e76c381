import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { createDocumentProcessingActivities } from "../../../activities/document-processing/document-processing.activities.ts";
import { createDocumentSlots, type DocumentSlots } from "../../../activities/document-processing/document-slots.ts";
import { startSlotTime } from "../../../activities/document-processing/slot-time.ts";
import { getDocumentOperation } from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { requestVersion } from "../../../application/document/request-version.ts";
import { buildDocumentKey } from "../../../domain/document/document-key.ts";
import { beginNewestVersion } from "../../../infra/postgres/document/version.repository.ts";
import type { DocumentAddress } from "../../../workflows/document-processing/document-processing.contract.ts";
import type {
  DocumentToProcess,
  ProcessedVersion,
  RestingPosition,
} from "../../../workflows/document-processing/document-processing.ports.ts";
import { pdfOf } from "../../factories/document-files.ts";
import { createTenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

const { test, api } = await useTestApi();

const ALL_TAKEN: Pick<DocumentSlots, "areAllTaken" | "countOf"> = { areAllTaken: () => true, countOf: () => 1 };
const activities = () => createDocumentProcessingActivities(api.dependencies, ALL_TAKEN);
const newDocument = async (): Promise<DocumentAddress> => ({
  organizationId: (await createTenant(test)).organizationId,
  documentUuid: randomUUID(),
});
const request = (
  { organizationId, documentUuid }: DocumentAddress,
  objectKey: string = randomUUID(),
  filename = "a.txt",
) =>
  test.database.inOrganization(organizationId, (tx) =>
    requestVersion(tx, {
      organizationId,
      documentUuid,
      filename,
      mimeType: "text/plain",
      createdBy: null,
      settings: { scope: "org", retrieval_mode: "chunked" },
      file: { objectKey, bytes: 1, etag: null },
    }),
  );
const begin = ({ organizationId, documentUuid }: DocumentAddress) =>
  test.database.inOrganization(organizationId, (tx) => beginNewestVersion(tx, documentUuid));
const statesOf = async ({ organizationId }: DocumentAddress) =>
  (
    await test.everything
      .selectFrom("document_versions")
      .select("state")
      .where("organization_id", "=", organizationId)
      .orderBy("version")
      .execute()
  ).map(({ state }) => state);

it("the places of a worker are taken while its activities run, however they end", async () => {
  const places = createDocumentSlots(2);
  const ends = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  const runs = ends.map(({ promise }) => places.hold(1, () => promise));
  expect(places.areAllTaken()).toBe(true);
  expect([places.countOf(1), places.countOf(2)]).toEqual([2, 0]);
  ends[0].resolve("done");
  expect(await runs[0]).toBe("done");
  expect(places.areAllTaken()).toBe(false);
  ends[1].reject(new Error("broken"));
  await expect(runs[1]).rejects.toThrow("broken");
  expect(places.areAllTaken()).toBe(false);
});

describe("what fails when the steps do", () => {
  const fail = (document: DocumentAddress, alsoQueued: boolean) =>
    new MockActivityEnvironment().run(activities().failUnfinished, { ...document, error: "It is broken.", alsoQueued });

  it("is the version that was begun, not the one that came meanwhile", async () => {
    const document = await newDocument();
    await request(document);
    await begin(document);
    await request(document);
    expect(await fail(document, true)).toEqual({ version: 1 });
    expect(await statesOf(document)).toEqual(["failed", "queued"]);
    expect(await fail(document, false)).toBeNull();
    expect(await statesOf(document)).toEqual(["failed", "queued"]);
  });

  it("is the one that waits, where processing is canceled before it began", async () => {
    const document = await newDocument();
    await request(document);
    expect(await fail(document, true)).toEqual({ version: 1 });
    expect(await statesOf(document)).toEqual(["failed"]);
  });
});

const processNewest = (document: DocumentAddress, attempt: number) =>
  new MockActivityEnvironment({ attempt }).run(activities().processNewest, document);

it("a try after one that did all and could not tell takes the version's end as its own", async () => {
  const tenant = await createTenant(test);
  const embeddings = { provider: "local", model: "lexical" };
  await api.client(tenant.admin).call(setModelsOperation, { body: { embeddings } });
  const document = { organizationId: tenant.organizationId, documentUuid: randomUUID() };
  const key = buildDocumentKey({ ...document, filename: "a.txt" });
  await api.dependencies.objectStore.put(key, Buffer.from("The office opens at nine."), "text/plain");
  await request(document, key);
  expect(await processNewest(document, 1)).toEqual({ version: 1, state: "ready" });
  expect(await processNewest(document, 2)).toEqual({ version: 1, state: "ready" });
  expect(await processNewest(document, 1)).toBeNull();
});

it("findings of the reader are stored with the version, each table once, and presented", async () => {
  const tenant = await createTenant(test);
  const client = api.client(tenant.admin);
  await client.call(setModelsOperation, { body: { embeddings: { provider: "local", model: "lexical" } } });
  const document = { organizationId: tenant.organizationId, documentUuid: randomUUID() };
  const key = buildDocumentKey({ ...document, filename: "a.pdf" });
  const named = [{ text: ["Plan", "Price"], isBold: true }, { text: ["Gold", "90"] }];
  const unnamed = [{ text: ["Phone", "1"] }, { text: ["Fax", "2"] }, { text: ["Post box", "3"] }];
  const pages = [[...named, { text: "Between." }, ...unnamed], [{ text: "A last page." }]];
  const file = pdfOf(pages, { catalog: "/Lang (en-GB)", info: "/Title (House rules)" });
  await api.dependencies.objectStore.put(key, file, "application/pdf");
  await request(document, key, "a.pdf");
  expect(await processNewest(document, 1)).toEqual({ version: 1, state: "ready" });
  const { body } = await client.call(getDocumentOperation, { params: { document_uuid: document.documentUuid } });
  expect(body.docling_metadata).toEqual({
    ...{ title: "House rules", language: "en-GB", pages: 2, tables: 2, tables_without_columns: 1 },
    warnings: [expect.stringMatching(/^1 table is read without the names of columns/)],
  });
});

describe("a turn that is over", () => {
  const longDocument = async (): Promise<DocumentAddress> => {
    const tenant = await createTenant(test);
    const embeddings = { provider: "local", model: "lexical" };
    await api.client(tenant.admin).call(setModelsOperation, { body: { embeddings } });
    const document = { organizationId: tenant.organizationId, documentUuid: randomUUID() };
    const key = buildDocumentKey({ ...document, filename: "a.txt" });
    const text = Array.from({ length: 3000 }, (_, line) => `Line ${line} says when the office opens.`).join("\n\n");
    await api.dependencies.objectStore.put(key, Buffer.from(text), "text/plain");
    await request(document, key);
    return document;
  };

  /** Processes the document until the clock was looked at so many times: then its turn has lasted. */
  const processUntil = async (
    looks: number,
    document: DocumentToProcess,
    places = ALL_TAKEN,
  ): Promise<ProcessedVersion | null> => {
    let left = looks;
    const clock = { now: () => new Date(Date.now() + (left-- > 0 ? 0 : 3_600_000)) };
    const { processNewest: process } = createDocumentProcessingActivities({ ...api.dependencies, clock }, places);
    const { promise, resolve } = Promise.withResolvers<ProcessedVersion | null>();
    await new MockActivityEnvironment().run(async () => resolve(await process({ ...document, mayRest: true })));
    return promise;
  };

  const stateOf = async ({ documentUuid }: DocumentAddress) => {
    const columns = ["state", "state_detail"] as const;
    const rows = test.everything.selectFrom("documents").select(columns).where("document_uuid", "=", documentUuid);
    return rows.executeTakeFirstOrThrow();
  };

  it("gives the place back at any step while another organization's document waits, and goes on from there", async () => {
    const document = await longDocument();
    await request(await newDocument());
    const places = new Set<string>();
    let processed: ProcessedVersion | null = null;
    for (let looks = 1; processed?.state !== "ready"; looks += 1) {
      const restedAt = processed?.state === "resting" ? processed.position : undefined;
      processed = await processUntil(looks, { ...document, ...(restedAt && { restedAt }) });
      if (processed?.state !== "resting") continue;
      expect(await stateOf(document)).toEqual({ state: "queued", state_detail: "waiting for its turn" });
      places.add(`${processed.position.step} ${processed.position.done > 0}`);
    }
    expect(processed).toEqual({ version: 1, state: "ready" });
    expect(places).toContain("index true");
    const { chunk_count } = await test.everything
      .selectFrom("document_versions")
      .select("chunk_count")
      .where("organization_id", "=", document.organizationId)
      .executeTakeFirstOrThrow();
    expect(chunk_count).toBeGreaterThan(10);
  });

  it("comes sooner where its organization has other places, and later after each reading from the start", async () => {
    await request(await newDocument());
    const { organizationId } = await newDocument();
    const lastsMs = async (taken: number, startsAgain: number) => {
      let nowMs = 0;
      const deps = { ...api.dependencies, clock: { now: () => new Date(nowMs) } };
      const places = { areAllTaken: () => true, countOf: () => taken };
      const turn = startSlotTime({ ...deps, places }, { organizationId, startsAgain });
      while (!(await turn.isOver())) nowMs += 5000;
      return nowMs;
    };
    expect([await lastsMs(3, 0), await lastsMs(1, 0), await lastsMs(3, 2), await lastsMs(1, 2)]).toEqual([
      5000, 20_000, 5000, 80_000,
    ]);
  });

  it("ends the reading of a file, which begins again at the start of the next and has longer each time", async () => {
    const document = await longDocument();
    await request(await newDocument());
    const readOn = async (looks: number, restedAt?: RestingPosition) => {
      const processed = await processUntil(looks, { ...document, ...(restedAt && { restedAt }) });
      if (processed?.state !== "resting") throw new Error(`it is ${processed?.state ?? "gone"}`);
      return processed.position;
    };
    const first = await readOn(3);
    const second = await readOn(3, first);
    expect([first.startsAgain, second.startsAgain]).toEqual([1, 2]);
    expect(await processUntil(Infinity, { ...document, restedAt: second })).toMatchObject({ state: "ready" });
  });

  it("is followed by another one at once where a place is free, so that nothing waits for one", async () => {
    const document = await longDocument();
    await request(await newDocument());
    expect(await processUntil(1, document, createDocumentSlots(1))).toEqual({ version: 1, state: "ready" });
  });

  it("is followed by another one at once where only documents of its own organization wait", async () => {
    const document = await longDocument();
    await test.everything.updateTable("documents").set({ state: "ready" }).where("state", "=", "queued").execute();
    await request({ ...document, documentUuid: randomUUID() });
    await test.everything
      .updateTable("documents")
      .set({ state: "queued" })
      .where("organization_id", "=", document.organizationId)
      .execute();
    expect(await processUntil(1, document)).toEqual({ version: 1, state: "ready" });
  });
});
