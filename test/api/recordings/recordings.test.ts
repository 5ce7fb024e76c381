import { beforeAll, describe, expect, it } from "@jest/globals";
import { removeAbandonedRecordings } from "../../../activities/maintenance/remove-abandoned-recordings.ts";
import { createAgentOperation, setAgentStatusOperation } from "../../../api/agents/agents.operations.ts";
import {
  createRecordingsOperation,
  createRecordingUploadUrlsOperation,
  deleteRecordingOperation,
  listRecordingsOperation,
} from "../../../api/recordings/recordings.operations.ts";
import { createToolOperation } from "../../../api/tools/tools.operations.ts";
import { findPlayableRecording } from "../../../application/recording/playable-recording.ts";
import { createAgent, minimalDefinition } from "../../factories/agents.ts";
import { silentWav } from "../../factories/sound.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { startTestApi } from "../../harness/test-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let stranger: ApiClient;

const { test, api, tenant, admin } = await useTenantApi();
beforeAll(async () => {
  stranger = api.client({ token: (await createTenant(test)).owner.token });
});

const ask = async (filename = "hello.wav", mime_type = "audio/wav", file_size = silentWav().length) => {
  const body = { files: [{ filename, mime_type, file_size }] };
  const [item] = (await admin.call(createRecordingUploadUrlsOperation, { body })).body.items;
  if (!item) throw new Error("there is one URL per file");
  return item;
};
type Item = Awaited<ReturnType<typeof ask>>;
const upload = async (item: Item, content: Buffer) => {
  const answer = await fetch(item.upload_url, {
    method: item.method,
    headers: item.headers,
    body: new Uint8Array(content),
  });
  expect(answer.status).toBe(200);
};
const wanted = ({ recording_id, storage_key }: Item) => ({
  recordings: [{ recording_id, storage_key, transcript: "Hello, this is Example." }],
});
const record = async (): Promise<Item> => {
  const item = await ask();
  await upload(item, silentWav());
  await admin.call(createRecordingsOperation, { body: wanted(item) });
  return item;
};
const listed = async (client: ApiClient, query = {}) =>
  (await client.call(listRecordingsOperation, { query })).body.recordings.map(({ recording_id }) => recording_id);
const size = (item: Item) => api.dependencies.objectStore.size(item.storage_key);

it("at most four files are held at a time while uploads are checked", async () => {
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>();
  const { objectStore } = api.dependencies;
  let held = 0;
  let most = 0;
  const read: typeof objectStore.read = async (...from) => {
    held += 1;
    most = Math.max(most, held);
    await isFree;
    held -= 1;
    return objectStore.read(...from);
  };
  const own = await startTestApi(test, { dependencies: { objectStore: { ...objectStore, read } } });
  const client = own.client({ token: tenant.admin.token });
  const items = await Promise.all(Array.from({ length: 8 }, () => ask()));
  for (const item of items) await upload(item, silentWav());
  const concluded = items.map((item) => client.call(createRecordingsOperation, { body: wanted(item) }));
  await waitUntil("four are being checked", () => held >= 4);
  // Meanwhile the others have come.
  for (let times = 0; times < 5; times += 1) await client.call(listRecordingsOperation, { query: {} });
  letGo();
  await Promise.all(concluded);
  await own.close();
  expect(most).toBe(4);
});

describe("a recording", () => {
  it("is there once its file has been uploaded and concluded, and carriers can fetch it", async () => {
    const item = await ask();
    expect(await listed(admin)).not.toContain(item.recording_id);
    await upload(item, silentWav());
    const body = { recordings: [{ ...wanted(item).recordings[0]!, metadata: { take: 2 }, tts_provider: "none" }] };
    const created = await admin.call(createRecordingsOperation, { body });
    expect(created.body.recordings).toMatchObject([
      { ...body.recordings[0], size_bytes: silentWav().length, content_type: "audio/wav", is_active: true },
    ]);
    expect(await listed(admin)).toContain(item.recording_id);
    expect(await listed(admin, { tts_provider: "none" })).toEqual([item.recording_id]);
    expect(await listed(admin, { tts_model: "another" })).toEqual([]);
    const playable = await test.database.inOrganization(tenant.organizationId, (tx) =>
      findPlayableRecording(tx, api.dependencies.objectStore, item.recording_id),
    );
    expect(playable).toMatchObject({ transcript: body.recordings[0]?.transcript, lengthMs: 250 });
    const played = await fetch(playable?.url ?? "");
    expect(played.headers.get("content-type")).toBe("audio/wav");
    expect(Buffer.from(await played.arrayBuffer())).toEqual(silentWav());
  });

  it("is nobody else's", async () => {
    const item = await record();
    expect(await listed(stranger)).toEqual([]);
    const params = { recording_id: item.recording_id };
    expect(await stranger.refused(deleteRecordingOperation, { params })).toMatchObject({ status: 404 });
    expect(await stranger.refused(createRecordingsOperation, { body: wanted(item) })).toMatchObject({ status: 404 });
  });

  it("is concluded once; a repeat with the same Idempotency-Key gets the same answer", async () => {
    const item = await ask();
    await upload(item, silentWav());
    const options = { idempotencyKey: item.recording_id };
    const first = await admin.call(createRecordingsOperation, { body: wanted(item) }, options);
    expect((await admin.call(createRecordingsOperation, { body: wanted(item) }, options)).body).toEqual(first.body);
    const again = await admin.refused(createRecordingsOperation, { body: wanted(item) });
    expect(again).toMatchObject({ status: 409, code: "recording_exists" });
  });

  it("holds no connection of the database while it is checked or removed, so that a slow object store keeps nobody waiting", async () => {
    const item = await ask();
    await upload(item, silentWav());
    const { database, objectStore } = api.dependencies;
    const inUse: [string, number][] = [];
    const note = (what: string) => inUse.push([what, database.load.totalCount - database.load.idleCount]);
    const watchedStore: typeof objectStore = {
      ...objectStore,
      read: (...file) => {
        note("read");
        return objectStore.read(...file);
      },
      remove: (...file) => {
        note("remove");
        return objectStore.remove(...file);
      },
    };
    const watched = await startTestApi(test, { dependencies: { database, objectStore: watchedStore } });
    const client = watched.client({ token: tenant.admin.token });
    await client.call(createRecordingsOperation, { body: wanted(item) });
    await client.call(deleteRecordingOperation, { params: { recording_id: item.recording_id } });
    await watched.close();
    expect(inUse).toEqual([
      ["read", 0],
      ["remove", 0],
    ]);
  });

  it("has the same upload URL for a repeat with the same Idempotency-Key", async () => {
    const body = { files: [{ filename: "a.wav", file_size: 10 }] };
    const options = { idempotencyKey: "two urls" };
    const [first, second] = [
      await admin.call(createRecordingUploadUrlsOperation, { body }, options),
      await admin.call(createRecordingUploadUrlsOperation, { body }, options),
    ];
    expect(second.body.items[0]?.recording_id).toBe(first.body.items[0]?.recording_id);
  });
});

describe("refusals", () => {
  it("a type that not every carrier plays", async () => {
    const body = { files: [{ filename: "a.ogg", mime_type: "audio/ogg", file_size: 10 }] };
    expect(await admin.refused(createRecordingUploadUrlsOperation, { body })).toMatchObject({
      status: 415,
      detail: expect.stringContaining("WAV"),
    });
  });

  it("a file that has not arrived", async () => {
    const item = await ask();
    const refusal = await admin.refused(createRecordingsOperation, { body: wanted(item) });
    expect(refusal).toMatchObject({ status: 400, code: "recording_not_uploaded" });
  });

  it.each([
    ["text", "hello.wav", "audio/wav", Buffer.from("not a sound at all")],
    ["an MP3 that was announced as WAV", "hello.wav", "audio/wav", Buffer.from("ID3 and so on, an MP3")],
  ])("%s", async (_what, filename, type, content) => {
    const item = await ask(filename, type, content.length);
    await upload(item, content);
    const refusal = await admin.refused(createRecordingsOperation, { body: wanted(item) });
    expect(refusal).toMatchObject({ status: 400, code: "recording_unreadable" });
  });

  it.each([
    ["a rate that would make a small file sound for hours", 24, 100],
    ["a sample rate of zero", 24, 0],
    ["frames of twelve bytes", 32, 12],
  ])("a WAV file that is not played: %s", async (_what, at, value) => {
    const [item, content] = [await ask(), silentWav()];
    content.writeUInt16LE(value, at);
    await upload(item, content);
    expect(await admin.refused(createRecordingsOperation, { body: wanted(item) })).toMatchObject({
      status: 400,
      code: "recording_unplayable",
      detail: expect.stringContaining("PCM of 8, 16, 24 or 32 bits"),
    });
  });

  it("a file that is larger than was announced, by the store itself", async () => {
    const item = await ask();
    const body = new Uint8Array(Buffer.concat([silentWav(), Buffer.alloc(5_242_880)]));
    expect((await fetch(item.upload_url, { method: item.method, headers: item.headers, body })).status).toBe(403);
    expect((await admin.refused(createRecordingsOperation, { body: wanted(item) })).status).toBe(400);
  });

  it("the key of another file", async () => {
    const [item, other] = [await ask(), await ask()];
    const body = wanted({ ...item, storage_key: other.storage_key });
    expect(await admin.refused(createRecordingsOperation, { body })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "recordings", 0, "storage_key"] }],
    });
  });

  it("concluding several where one is missing: none is there then", async () => {
    const [item, missing] = [await ask(), await ask()];
    await upload(item, silentWav());
    const recordings = [...wanted(item).recordings, ...wanted(missing).recordings];
    expect(await admin.refused(createRecordingsOperation, { body: { recordings } })).toMatchObject({ status: 400 });
    expect(await listed(admin)).not.toContain(item.recording_id);
  });
});

describe("deleting", () => {
  it("removes the row and the file, once", async () => {
    const item = await record();
    const params = { recording_id: item.recording_id };
    await admin.call(deleteRecordingOperation, { params });
    expect(await size(item)).toBeNull();
    expect(await listed(admin)).not.toContain(item.recording_id);
    expect(await admin.refused(deleteRecordingOperation, { params })).toMatchObject({ status: 404 });
  });

  it("is refused while an agent or a tool plays it, names them, and can be forced", async () => {
    const item = await record();
    const { nodes, edges } = minimalDefinition();
    const [edge] = edges;
    const speech = { transition_speech_type: "audio", transition_speech_recording_id: item.recording_id };
    const body = {
      name: "Night desk",
      workflow_definition: { nodes, edges: [{ ...edge!, data: { ...edge!.data, ...speech } }] },
    };
    const { body: agent } = await admin.call(createAgentOperation, { body });
    const music = { name: "Day desk", workflow_definition: { nodes, edges } };
    const { body: waiting } = await admin.call(createAgentOperation, {
      body: { ...music, workflow_configurations: { tool_music_recording_id: item.recording_id } },
    });
    const definition = {
      type: "end_call" as const,
      config: { messageType: "audio" as const, audioRecordingId: item.recording_id },
    };
    await admin.call(createToolOperation, { body: { name: "Say goodbye", category: "end_call", definition } });
    const params = { recording_id: item.recording_id };
    const refusal = await admin.refused(deleteRecordingOperation, { params });
    expect(refusal).toMatchObject({ status: 409, code: "recording_in_use" });
    expect(refusal.detail).toContain(`the agent Night desk (${agent.id})`);
    expect(refusal.detail).toContain("the tool Say goodbye");
    expect(refusal.detail).toContain(`the agent Day desk (${waiting.id})`);
    expect(await size(item)).not.toBeNull();
    await admin.call(deleteRecordingOperation, { params, query: { force: "true" } });
    expect(await size(item)).toBeNull();
  });

  it("counts an agent that is archived too: it can be brought back", async () => {
    const item = await record();
    const { nodes, edges } = minimalDefinition();
    const greeting = { greeting_type: "audio", greeting_recording_id: item.recording_id };
    const [start, ...rest] = nodes;
    const definition = { nodes: [{ ...start!, data: { ...start!.data, ...greeting } }, ...rest], edges };
    const agent = await createAgent(admin, { workflow_definition: definition });
    await admin.call(setAgentStatusOperation, { params: { workflow_id: agent.id }, body: { status: "archived" } });
    const params = { recording_id: item.recording_id };
    expect(await admin.refused(deleteRecordingOperation, { params })).toMatchObject({ status: 409 });
  });
});

it("an upload that nobody concludes is removed, its file too", async () => {
  const [abandoned, kept] = [await ask(), await record()];
  await upload(abandoned, silentWav());
  expect(await removeAbandonedRecordings(api.dependencies)).toBe(0);
  expect(await removeAbandonedRecordings(api.dependencies, { olderThanSeconds: 0 })).toBeGreaterThan(0);
  expect([await size(abandoned), await size(kept)]).toEqual([null, silentWav().length]);
});
