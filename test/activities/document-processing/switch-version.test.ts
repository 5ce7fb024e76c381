import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { switchVersion } from "../../../activities/document-processing/switch-version.ts";
import { failVersion } from "../../../application/document/end-version.ts";
import { type DocumentSettings, requestVersion } from "../../../application/document/request-version.ts";
import { EMBEDDING_DIMENSIONS } from "../../../domain/model/embedder.ts";
import { createLocalEmbedder } from "../../../infra/models/local.embedder.ts";
import { writePassages, writeVectors } from "../../../infra/postgres/document/passage.repository.ts";
import { beginNewestVersion, findVersion, writeParts } from "../../../infra/postgres/document/version.repository.ts";
import { writeModelConfiguration } from "../../../infra/postgres/model/model-configuration.repository.ts";
import { createTenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let api: TestApi;
const dataDir = mkdtempSync(join(tmpdir(), "switch-version-"));

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test, { environment: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await api.close();
  await test.drop();
  rmSync(dataDir, { recursive: true });
});

const LOCAL = createLocalEmbedder().name;
const FORMER = "openai/former";
/** The same vector for all, so that every passage is equally near. */
const vector = new Float32Array(EMBEDDING_DIMENSIONS).fill(1);

interface Given {
  /** True when the organization's embedding model is the local one; otherwise it has none. */
  hasModel?: boolean;
  /** One that another document is in; left out: a new one. */
  inOrganization?: number;
  channelId?: number;
}

const createDocument = async ({ hasModel = true, inOrganization, channelId }: Given = {}) => {
  const organizationId = inOrganization ?? (await createTenant(test)).organizationId;
  const inside = <T>(work: Parameters<typeof test.database.inOrganization<T>>[1]) =>
    test.database.inOrganization(organizationId, work);
  if (hasModel && inOrganization === undefined)
    await inside((tx) =>
      writeModelConfiguration(
        tx,
        { organizationId, part: "embeddings" },
        {
          provider: "local",
          model: "lexical-1",
          base_url: null,
          settings: {},
          api_key_sealed: null,
          updated_by: null,
        },
      ),
    );
  const documentUuid = randomUUID();
  const request = { organizationId, documentUuid, filename: "a.txt", mimeType: "text/plain", createdBy: null };
  const settings: DocumentSettings = {
    scope: channelId === undefined ? "org" : "channel",
    folder_id: channelId ?? null,
    retrieval_mode: "chunked",
  };
  const deps = hasModel ? api.dependencies : { ...api.dependencies, defaultEmbeddings: null };
  const keyOf = (version: number) => `${documentUuid}/${version}`;
  const addressOf = (version: number) => ({ organizationId, documentUuid, version });
  const found = (model: string) =>
    api.dependencies.passageIndex.nearest(organizationId, {
      vector,
      model,
      limit: 10,
      filter: { scopes: null, namedDocumentUuids: [], documentUuids: null },
    });
  return {
    organizationId,
    inside,
    found,
    /**
     * Returns what the index holds of a version, whether readers find it or not; readers get that version from then on.
     */
    keptInIndex: async (version: number) => {
      await api.dependencies.passageIndex.makeCurrent(organizationId, { documentUuid, version, model: LOCAL });
      return textsOf(await found(LOCAL));
    },
    fail: (version: number, error = "It is broken.") =>
      inside((tx) => failVersion(tx, { documentUuid, version, error, at: new Date("2026-03-04T05:06:07Z") })),
    hasFile: async (version: number) => (await api.dependencies.objectStore.size(keyOf(version))) !== null,
    /** The next version, which nobody has begun. */
    queue: (objectKey: string) =>
      inside((tx) => requestVersion(tx, { ...request, settings, file: { objectKey, bytes: 100, etag: null } })),
    /** A version whose passages have vectors, in the rows and in the index, and which nobody reads yet. */
    prepare: async (
      texts: readonly string[],
      { model = LOCAL, objectKey }: { model?: string; objectKey?: string } = {},
    ) => {
      const version = await inside(async (tx) => {
        const { latest } = (await tx
          .selectFrom("documents")
          .select("latest_version as latest")
          .where("document_uuid", "=", documentUuid)
          .executeTakeFirst()) ?? { latest: 0 };
        const file = { objectKey: objectKey ?? keyOf(latest + 1), bytes: 100, etag: null };
        await requestVersion(tx, { ...request, settings, file });
        return beginNewestVersion(tx, documentUuid);
      });
      if (version === null) throw new Error("no version was begun");
      await api.dependencies.objectStore.put(objectKey ?? keyOf(version), Buffer.from("text"), "text/plain");
      const ids = await inside(async (tx) => {
        const row = await findVersion(tx, addressOf(version));
        if (!row) throw new Error("the version is gone");
        const cut = texts.map((text) => ({ text, context: "", page: null, row: null, tokenCount: 1 }));
        const paragraphs = texts.map((text) => ({ kind: "paragraph" as const, text, page: null, row: null }));
        const part = { headings: [], columns: null, blocks: paragraphs };
        await writeParts(tx, row.version, { first: 0, parts: [part] });
        await writePassages(tx, row.version, { first: 0, passages: [cut], model: null });
        const passages = await tx
          .selectFrom("document_passages")
          .select("id")
          .where("version_id", "=", row.version.id)
          .orderBy("chunk_index")
          .execute();
        const vectors = passages.map(({ id }) => ({ id, vector }));
        if (vectors.length > 0) await writeVectors(tx, model, vectors);
        return passages.map(({ id }) => id);
      });
      await api.dependencies.passageIndex.put(
        organizationId,
        texts.map((text, ordinal) => ({
          id: String(ids[ordinal]),
          documentUuid,
          version,
          model,
          ordinal,
          text,
          context: "",
          scope: { kind: "org" },
          vector,
        })),
      );
      return version;
    },
    switchTo: (version: number) => new MockActivityEnvironment().run(() => switchVersion(deps, addressOf(version))),
    row: () =>
      test.everything
        .selectFrom("documents")
        .selectAll()
        .where("document_uuid", "=", documentUuid)
        .executeTakeFirstOrThrow(),
    versions: () =>
      test.everything
        .selectFrom("document_versions")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .orderBy("version")
        .execute(),
    parts: async () =>
      (
        await test.everything
          .selectFrom("document_parts")
          .innerJoin("document_versions", "document_versions.id", "document_parts.version_id")
          .select("document_versions.version")
          .where("document_versions.organization_id", "=", organizationId)
          .execute()
      ).map(({ version }) => version),
    /** All rows of the document. */
    kept: async () => {
      const document = await test.everything
        .selectFrom("documents")
        .selectAll()
        .where("document_uuid", "=", documentUuid)
        .executeTakeFirstOrThrow();
      const versions = await test.everything
        .selectFrom("document_versions")
        .selectAll()
        .where("document_id", "=", document.id)
        .orderBy("version")
        .execute();
      const ids = versions.map(({ id }) => id);
      const ofVersions = (table: "document_parts" | "document_passages") =>
        test.everything.selectFrom(table).selectAll().where("version_id", "in", ids).orderBy("version_id").execute();
      return {
        document,
        versions,
        parts: await ofVersions("document_parts"),
        passages: await ofVersions("document_passages"),
      };
    },
    passages: async () =>
      (
        await test.everything
          .selectFrom("document_passages")
          .select("text")
          .where("organization_id", "=", organizationId)
          .orderBy("id")
          .execute()
      ).map(({ text }) => text),
    usage: () =>
      test.everything
        .selectFrom("knowledge_usage")
        .select(["used_bytes", "document_count", "chunk_count"])
        .where("organization_id", "=", organizationId)
        .executeTakeFirstOrThrow(),
  };
};

const textsOf = (hits: readonly { text: string }[]) => hits.map(({ text }) => text).sort();

describe("the switch to a version", () => {
  it("lets readers find it instead of the one before, of which passages and file go", async () => {
    const document = await createDocument();
    const first = await document.prepare(["old one", "old two"]);
    expect(await document.found(LOCAL)).toEqual([]);
    await document.switchTo(first);
    expect(textsOf(await document.found(LOCAL))).toEqual(["old one", "old two"]);

    const second = await document.prepare(["new one", "new two", "new three"]);
    expect(textsOf(await document.found(LOCAL))).toEqual(["old one", "old two"]);
    await document.switchTo(second);
    expect(textsOf(await document.found(LOCAL))).toEqual(["new one", "new three", "new two"]);
    expect(await document.passages()).toEqual(["new one", "new two", "new three"]);
    expect(await document.parts()).toEqual([second]);
    expect(await Promise.all([document.hasFile(first), document.hasFile(second)])).toEqual([false, true]);
    expect(await document.row()).toMatchObject({
      state: "ready",
      state_detail: null,
      current_version: second,
      needs_reingest: false,
      processing_error: null,
    });
    const versions = await document.versions();
    expect(versions.map(({ state, embedding_model }) => [state, embedding_model])).toEqual([
      ["superseded", LOCAL],
      ["ready", LOCAL],
    ]);
    expect(versions[1]?.completed_at).not.toBeNull();
    expect(await document.usage()).toEqual({ used_bytes: 100, document_count: 1, chunk_count: 3 });
    expect(await document.keptInIndex(second)).toEqual(["new one", "new three", "new two"]);
    expect(await document.keptInIndex(first)).toEqual([]);
  });

  it("removes nothing of another document, and is told on the timeline once", async () => {
    const document = await createDocument();
    const other = await createDocument();
    await other.switchTo(await other.prepare(["theirs"]));
    await document.switchTo(await document.prepare(["first"]));
    const second = await document.prepare(["second"]);
    await document.switchTo(second);
    await document.switchTo(second);
    expect(textsOf(await other.found(LOCAL))).toEqual(["theirs"]);
    expect(await other.passages()).toEqual(["theirs"]);
    expect(await other.hasFile(1)).toBe(true);
    expect(await document.usage()).toEqual({ used_bytes: 100, document_count: 1, chunk_count: 1 });
    const told = await test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("organization_id", "=", document.organizationId)
      .where("kind", "=", "document")
      .orderBy("id")
      .execute();
    expect(told.map(({ summary }) => summary)).toEqual(
      [1, 2].map((version) => `The document a.txt is ready (version ${version})`),
    );
  });

  it("and a failure change nothing of another document of the organization", async () => {
    const other = await createDocument();
    await other.switchTo(await other.prepare(["read"]));
    await other.prepare(["on its way"]);
    const before = await other.kept();
    const document = await createDocument({ inOrganization: other.organizationId });
    await document.switchTo(await document.prepare(["first"]));
    // It has the number and the state of the other's second version.
    await document.fail(await document.prepare(["broken"]));
    await document.switchTo(await document.prepare(["third"]));
    expect(await other.kept()).toEqual(before);
    expect([before.parts.length, before.passages.length]).toEqual([2, 2]);
    expect(textsOf(await other.found(LOCAL))).toEqual(["read", "third"]);
    expect(await Promise.all([1, 2].map(other.hasFile))).toEqual([true, true]);
    const { versions } = await document.kept();
    expect(versions.map(({ state }) => state)).toEqual(["superseded", "failed", "ready"]);
    expect(await document.usage()).toEqual({ used_bytes: 300, document_count: 2, chunk_count: 2 });
  });

  it("ends what was said of an earlier failure", async () => {
    const document = await createDocument();
    await document.fail(await document.prepare(["broken"]));
    const whole = await document.prepare(["whole"]);
    await document.inside((tx) =>
      tx
        .updateTable("documents")
        .set({ reingest_error: "No model answered.", updated_at: new Date(0) })
        .execute(),
    );
    await document.switchTo(whole);
    const row = await document.row();
    expect(row).toMatchObject({ state: "ready", state_detail: null, processing_error: null, reingest_error: null });
    expect(row.updated_at.getTime()).toBeGreaterThan(0);
  });

  it("forgets the account of a former model with the last version that has its vectors", async () => {
    const document = await createDocument();
    const { organizationId: organization_id } = document;
    const account = {
      provider: "openai",
      model: "former",
      base_url: null,
      settings: {},
      api_key_sealed: null,
    } as const;
    await document.inside((tx) =>
      tx
        .insertInto("former_embedding_models")
        .values({ organization_id, name: FORMER, ...account })
        .execute(),
    );
    const former = () => document.inside((tx) => tx.selectFrom("former_embedding_models").select("name").execute());
    await document.switchTo(await document.prepare(["old vectors"], { model: FORMER }));
    expect(await former()).toEqual([{ name: FORMER }]);
    await document.switchTo(await document.prepare(["new vectors"]));
    expect(await former()).toEqual([]);
  });

  it("keeps a file that the new version reads, too", async () => {
    const document = await createDocument();
    const objectKey = `${randomUUID()}/kept`;
    await document.switchTo(await document.prepare(["before"], { objectKey }));
    await document.switchTo(await document.prepare(["after"], { objectKey }));
    expect(await api.dependencies.objectStore.size(objectKey)).not.toBeNull();
  });

  it("says of a version with vectors of a former model that they have to be made again", async () => {
    const document = await createDocument();
    await document.switchTo(await document.prepare(["old vectors"], { model: FORMER }));
    expect(await document.row()).toMatchObject({ state: "stale", needs_reingest: true });
    expect((await document.row()).state_detail).not.toBeNull();
    expect(textsOf(await document.found(FORMER))).toEqual(["old vectors"]);
    expect(await document.found(LOCAL)).toEqual([]);
  });

  it("says nothing of the kind where no model is configured", async () => {
    const document = await createDocument({ hasModel: false });
    await document.switchTo(await document.prepare(["old vectors"], { model: FORMER }));
    expect(await document.row()).toMatchObject({ state: "ready", needs_reingest: false });
  });

  it("serves the vectors that it was made with, while its passages already get others", async () => {
    const document = await createDocument();
    const version = await document.prepare(["a passage"], { model: FORMER });
    await document.switchTo(version);
    await document.inside((tx) => tx.updateTable("document_passages").set({ embedding_model: LOCAL }).execute());
    await document.switchTo(version);
    expect(textsOf(await document.found(FORMER))).toEqual(["a passage"]);
    expect((await document.versions())[0]).toMatchObject({ embedding_model: FORMER });
  });

  it("is not made where the passages have no vectors yet", async () => {
    const document = await createDocument();
    const version = await document.prepare([]);
    await expect(document.switchTo(version)).rejects.toThrow("no vectors yet");
    expect(await document.row()).toMatchObject({ state: "indexing", current_version: null });
  });
});

describe("a version that fails", () => {
  const toldOf = async (organizationId: number) =>
    (
      await test.everything
        .selectFrom("timeline_events")
        .select("summary")
        .where("organization_id", "=", organizationId)
        .where("kind", "=", "document")
        .orderBy("id")
        .execute()
    ).map(({ summary }) => summary);

  it("leaves nothing behind but its reason, where it was the first", async () => {
    const document = await createDocument();
    const version = await document.prepare(["half of it"]);
    await document.inside((tx) =>
      tx
        .updateTable("documents")
        .set({ updated_at: new Date(0) })
        .execute(),
    );
    await document.fail(version);
    const row = await document.row();
    expect(row.updated_at.getTime()).toBeGreaterThan(0);
    expect(row).toMatchObject({
      state: "failed",
      state_detail: "It is broken.",
      processing_error: "It is broken.",
      current_version: null,
    });
    expect(await document.versions()).toMatchObject([
      { state: "failed", error: "It is broken.", completed_at: new Date("2026-03-04T05:06:07Z") },
    ]);
    expect(await document.passages()).toEqual([]);
    expect(await document.parts()).toEqual([]);
    expect(await document.usage()).toMatchObject({ used_bytes: 0, document_count: 1 });
    expect(await toldOf(document.organizationId)).toEqual(["The document a.txt could not be read: It is broken."]);
  });

  it("leaves readers what they had", async () => {
    const document = await createDocument();
    await document.switchTo(await document.prepare(["good"]));
    await document.fail(await document.prepare(["half of it"]));
    expect(await document.row()).toMatchObject({
      state: "stale",
      state_detail: "version 2 failed; readers get version 1",
      processing_error: "It is broken.",
      current_version: 1,
    });
    expect(await document.passages()).toEqual(["good"]);
    expect(textsOf(await document.found(LOCAL))).toEqual(["good"]);
    expect(await document.hasFile(1)).toBe(true);
    expect(await document.usage()).toEqual({ used_bytes: 100, document_count: 1, chunk_count: 1 });
  });

  it("cannot fail when it is done, nor when it has failed, nor of a document that is deleted", async () => {
    const document = await createDocument();
    const version = await document.prepare(["good"]);
    await document.switchTo(version);
    await document.fail(version);
    expect(await document.row()).toMatchObject({ state: "ready", processing_error: null });
    expect(await document.passages()).toEqual(["good"]);
    const second = await document.prepare(["bad"]);
    await document.fail(second, "First");
    await document.fail(second, "Second");
    expect((await document.row()).processing_error).toBe("First");
    expect(await document.usage()).toMatchObject({ used_bytes: 100 });
    const third = await document.prepare(["late"]);
    await document.inside((tx) => tx.updateTable("documents").set({ deleted_at: new Date() }).execute());
    await document.fail(third);
    expect((await document.versions()).at(-1)?.state).toBe("indexing");
  });

  it("says nothing of the document when a later one is on its way", async () => {
    const document = await createDocument();
    const first = await document.prepare(["old"]);
    await document.queue(randomUUID());
    await document.fail(first);
    expect(await document.row()).toMatchObject({ state: "queued", processing_error: null });
    expect(await document.versions()).toMatchObject([{ state: "failed" }, { state: "queued" }]);
    expect(await document.usage()).toMatchObject({ used_bytes: 100 });
    expect(await toldOf(document.organizationId)).toEqual([]);
  });

  it.each(["translating", "queued", "indexing"] as const)("may fail while it is %s", async (state) => {
    const document = await createDocument();
    const version = await document.prepare(["half of it"]);
    await document.inside((tx) => tx.updateTable("document_versions").set({ state }).execute());
    await document.fail(version);
    expect(await document.versions()).toMatchObject([{ state: "failed" }]);
  });

  it("is told in the channel of its document", async () => {
    const { organizationId } = await createDocument();
    const { id: channelId } = await test.everything
      .insertInto("folders")
      .values({ organization_id: organizationId, name: "Sales" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const document = await createDocument({ inOrganization: organizationId, channelId });
    await document.fail(await document.prepare(["half of it"]));
    const told = await test.everything
      .selectFrom("timeline_events")
      .select("folder_id")
      .where("organization_id", "=", organizationId)
      .where("kind", "=", "document")
      .execute();
    expect(told).toEqual([{ folder_id: channelId }]);
  });
});
