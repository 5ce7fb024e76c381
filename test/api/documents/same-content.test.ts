import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { restartLostDocuments } from "../../../activities/maintenance/restart-lost-documents.ts";
import { deleteChannelOperation } from "../../../api/channels/channels.operations.ts";
import {
  deleteDocumentOperation,
  getDocumentOperation,
  getDocumentUsageOperation,
  listDocumentsOperation,
  processDocumentOperation,
  searchDocumentsOperation,
  updateDocumentOperation,
} from "../../../api/documents/documents.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createChannel } from "../../factories/channels.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DocumentsRig, type DocumentsTenant, documentsTenant, startDocumentsRig } from "./documents-rig.ts";

const SCOPES = ["library", "org", "channel", "agent"] as const;
type Scope = (typeof SCOPES)[number];

let rig: DocumentsRig;
let of: DocumentsTenant;
/** `own` and `colleague` are of the channel; `stranger` is of none. */
let agents: Record<"own" | "colleague" | "stranger", number>;
let channelId: number;
beforeAll(async () => {
  rig = await startDocumentsRig();
  of = await documentsTenant(rig);
  channelId = (await createChannel(rig.api.client(of.tenant.admin))).id;
  const create = async () => (await createAgentRows(rig.test, of.tenant)).agentId;
  agents = { own: await create(), colleague: await create(), stranger: await create() };
  await moveIntoChannel(channelId, [agents.own, agents.colleague]);
});
afterAll(() => rig.close());

const moveIntoChannel = (folder_id: number, ids: number[]) =>
  rig.test.everything.updateTable("agents").set({ folder_id }).where("id", "in", ids).execute();

/** Who reads a document of each scope. */
const READERS: Record<Scope, string[]> = {
  library: [],
  org: ["own", "colleague", "stranger"],
  channel: ["own", "colleague"],
  agent: ["own"],
};
const settingsOf = (scope: Scope) => ({
  scope,
  ...(scope === "channel" && { folder_id: channelId }),
  ...(scope === "agent" && { workflow_id: agents.own }),
});

/** What each agent reads of a document, by a search about prices. */
const readingOf = async (document_uuid: string) => {
  const found: Record<string, string> = {};
  for (const [name, workflow_id] of Object.entries(agents)) {
    const body = { query: "price", workflow_id, document_uuids: [document_uuid] };
    const { chunks } = (await of.operator.call(searchDocumentsOperation, { body })).body;
    if (chunks.length > 0) found[name] = chunks.map(({ chunk_text }) => chunk_text).join("");
  }
  return found;
};
const read = (scope: Scope, text: string) => Object.fromEntries(READERS[scope].map((name) => [name, text]));

const nextVersion = async (document_uuid: string, content: string, settings: object = {}) => {
  const { object_store_key } = await of.upload({ name: "next.txt", content });
  return processAgain({ document_uuid, object_store_key, ...settings });
};
const processAgain = async (body: { document_uuid: string; object_store_key: string }) =>
  (await of.operator.call(processDocumentOperation, { body })).body;
const documentOf = async (document_uuid: string) =>
  (await of.operator.call(getDocumentOperation, { params: { document_uuid } })).body;
const isOver = (document_uuid: string, version: number) =>
  waitUntil("the version is over", async () => {
    const document = await documentOf(document_uuid);
    // The document's row may have been read a moment before those of its versions.
    if (["queued", "indexing"].includes(document.state)) return false;
    return (
      document.versions.some((one) => one.version === version && ["ready", "failed"].includes(one.state)) && document
    );
  });

const PAIRS = SCOPES.flatMap((one) => SCOPES.map((other) => [one, other] as const));

describe("two documents of the same content are two documents", () => {
  it.each(PAIRS)("one of scope %s and one of scope %s", async (one, other) => {
    const text = `The price for ${one} and ${other} is ten.`;
    const a = await of.add({ name: "a.txt", content: text, settings: settingsOf(one) });
    const b = await of.add({ name: "b.txt", content: text, settings: settingsOf(other) });
    const [uuidA, uuidB] = [a.document_uuid, b.document_uuid];
    expect([a, b]).toMatchObject([
      { filename: "a.txt", scope: one, version: 1, state: "ready" },
      { filename: "b.txt", scope: other, version: 1, state: "ready" },
    ]);
    expect(b.id).not.toBe(a.id);
    expect(await readingOf(uuidA)).toEqual(read(one, text));
    expect(await readingOf(uuidB)).toEqual(read(other, text));

    // The second version of one is no other's.
    const changed = `The price for ${one} beside ${other} is twelve.`;
    await nextVersion(uuidA, changed, settingsOf(one));
    await isOver(uuidA, 2);
    expect(await readingOf(uuidA)).toEqual(read(one, changed));
    expect(await readingOf(uuidB)).toEqual(read(other, text));

    // A scope that is narrowed is narrow at once, also where the new version fails.
    const asked = await nextVersion(uuidB, " \n ", settingsOf("agent"));
    expect(asked).toMatchObject({ scope: "agent", workflow_id: agents.own });
    expect(await readingOf(uuidB)).toEqual(read("agent", text));
    expect(await isOver(uuidB, 2)).toMatchObject({ state: "stale", current_version: 1, scope: "agent" });
    expect(await readingOf(uuidB)).toEqual(read("agent", text));
    const params = { document_uuid: uuidB };
    await of.operator.call(updateDocumentOperation, { params, body: settingsOf(other) });
    expect(await readingOf(uuidB)).toEqual(read(other, text));

    // A document that gets the content of another one says it.
    await nextVersion(uuidA, text);
    expect(await isOver(uuidA, 3)).toMatchObject({ state: "ready", current_version: 3, scope: one });
    expect(await readingOf(uuidA)).toEqual(read(one, text));

    await of.operator.call(deleteDocumentOperation, { params });
    await waitUntil("its rows are gone", async () => (await rowsOf(b.id)).length === 0);
    expect(await readingOf(uuidB)).toEqual({});
    expect(await readingOf(uuidA)).toEqual(read(one, text));
    const list = await of.operator.call(listDocumentsOperation, { query: { limit: 100 } });
    expect(list.body.documents.map(({ document_uuid }) => document_uuid)).toContain(uuidA);
    expect(list.body.documents.map(({ document_uuid }) => document_uuid)).not.toContain(uuidB);
  });

  it("each of two documents of the same content counts for the plan and has its file", async () => {
    const alone = await documentsTenant(rig);
    const content = "The price is ten.";
    const [a, b] = [await alone.add({ name: "a.txt", content }), await alone.add({ name: "b.txt", content })];
    const usage = async () => (await alone.operator.call(getDocumentUsageOperation, {})).body;
    expect(await usage()).toMatchObject({ document_count: 2, chunk_count: 2, used_bytes: 2 * content.length });
    await alone.operator.call(deleteDocumentOperation, { params: { document_uuid: a.document_uuid } });
    await waitUntil("it counts no more", async () => (await usage()).document_count === 1);
    expect(await usage()).toMatchObject({ chunk_count: 1, used_bytes: content.length });
    const { objectStore } = rig.api.dependencies;
    expect(await objectStore.size(await keyOf(b.id))).toBe(content.length);
  });
});

const rowsOf = (id: number) => rig.test.everything.selectFrom("documents").select("id").where("id", "=", id).execute();
const keyOf = async (id: number) =>
  (
    await rig.test.everything
      .selectFrom("document_versions")
      .select("object_key")
      .where("document_id", "=", id)
      .executeTakeFirstOrThrow()
  ).object_key;

describe("a file that several documents have", () => {
  const addTwo = async (alone: DocumentsTenant, content: string) => {
    const [a, b] = [await alone.add({ name: "a.txt", content }), await alone.add({ name: "b.txt", content })];
    const key = await keyOf(a.id);
    await rig.test.everything
      .updateTable("document_versions")
      .set({ object_key: key })
      .where("document_id", "=", b.id)
      .execute();
    return { a, b, key };
  };

  /** Leaves what a process does that dies while it deletes the document: no workflow, and its passages out of the index. */
  const deleteHalfway = async (
    alone: DocumentsTenant,
    { id, document_uuid }: { id: number; document_uuid: string },
  ) => {
    const changed = { deleted_at: new Date(), deleted_by: "system", updated_at: new Date(0) };
    await rig.test.everything.updateTable("documents").set(changed).where("id", "=", id).execute();
    const { passageIndex } = rig.api.dependencies;
    await passageIndex.remove(alone.tenant.organizationId, { documentUuid: document_uuid });
  };

  it("stays when a deletion that crashed halfway is taken up", async () => {
    const alone = await documentsTenant(rig);
    const content = "The price is nine.";
    const { a, b, key } = await addTwo(alone, content);
    await deleteHalfway(alone, a);
    await restartLostDocuments(rig.api.dependencies);
    await waitUntil("its rows are gone", async () => (await rowsOf(a.id)).length === 0);
    expect(await rig.api.dependencies.objectStore.size(key)).toBe(content.length);
    const body = { query: "price", document_uuids: [b.document_uuid] };
    expect((await alone.operator.call(searchDocumentsOperation, { body })).body.total_results).toBe(1);
  });

  it("goes with the last of them, though the deletion of the other one crashed halfway", async () => {
    const alone = await documentsTenant(rig);
    const { a, b, key } = await addTwo(alone, "The price is eight.");
    await deleteHalfway(alone, a);
    await alone.operator.call(deleteDocumentOperation, { params: { document_uuid: b.document_uuid } });
    await waitUntil("its rows are gone", async () => (await rowsOf(b.id)).length === 0);
    expect(await rig.api.dependencies.objectStore.size(key)).toBeNull();
    await restartLostDocuments(rig.api.dependencies);
    await waitUntil("its rows are gone", async () => (await rowsOf(a.id)).length === 0);
    const usage = (await alone.operator.call(getDocumentUsageOperation, {})).body;
    expect(usage).toMatchObject({ document_count: 0, chunk_count: 0, used_bytes: 0 });
  });

  it("stays until the last of them is deleted", async () => {
    const alone = await documentsTenant(rig);
    const content = "The price is eleven.";
    const { a, b, key } = await addTwo(alone, content);
    const { objectStore } = rig.api.dependencies;
    const remove = async (id: number, document_uuid: string) => {
      await alone.operator.call(deleteDocumentOperation, { params: { document_uuid } });
      await waitUntil("its rows are gone", async () => (await rowsOf(id)).length === 0);
    };
    await remove(a.id, a.document_uuid);
    expect(await objectStore.size(key)).toBe(content.length);
    await remove(b.id, b.document_uuid);
    expect(await objectStore.size(key)).toBeNull();
  });

  it("is not removed by a document that only named it: neither a neighbour's nor another organization's", async () => {
    const [mine, theirs] = [await documentsTenant(rig), await documentsTenant(rig)];
    const { objectStore } = rig.api.dependencies;
    const content = "The price is twelve.";
    const keys = [
      await keyOf((await mine.add({ name: "own.txt", content })).id),
      await keyOf((await theirs.add({ name: "theirs.txt", content })).id),
      `org-${mine.tenant.organizationId}/calls/a-recording.wav`,
    ];
    await objectStore.put(keys[2] ?? "", Buffer.from(content), "audio/wav");
    for (const object_store_key of keys) {
      const document_uuid = crypto.randomUUID();
      await mine.operator.call(processDocumentOperation, { body: { document_uuid, object_store_key } });
      const { id, state } = await mine.ended(document_uuid);
      expect(state).toBe("failed");
      await mine.operator.call(deleteDocumentOperation, { params: { document_uuid } });
      await waitUntil("its rows are gone", async () => (await rowsOf(id)).length === 0);
      expect(await objectStore.size(object_store_key)).toBe(content.length);
    }
  });
});

it("a deleted channel leaves its documents to the library, where nobody reads them unnamed, and says so", async () => {
  const admin = rig.api.client(of.tenant.admin);
  const { id: folder_id } = await createChannel(admin);
  const { agentId } = await createAgentRows(rig.test, of.tenant);
  await moveIntoChannel(folder_id, [agentId]);
  const text = "The price of the channel is ten.";
  const { document_uuid } = await of.add({ name: "c.txt", content: text, settings: { scope: "channel", folder_id } });
  const found = async () => {
    const body = { query: "price", workflow_id: agentId, document_uuids: [document_uuid] };
    return (await of.operator.call(searchDocumentsOperation, { body })).body.total_results;
  };
  expect(await found()).toBe(1);
  const { body } = await admin.call(deleteChannelOperation, { params: { folder_id } });
  expect(body).toMatchObject({
    success: true,
    documents_moved_to_library: 1,
    message: expect.stringContaining("its document is in the library now"),
  });
  expect(await documentOf(document_uuid)).toMatchObject({ scope: "library", folder_id: null, state: "ready" });
  expect(await found()).toBe(0);
});
