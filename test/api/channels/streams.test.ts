import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  postMessageOperation,
  readDraftOperation,
  readTimelineOperation,
} from "../../../api/channels/channels.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { recordTimeline } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { createTenant } from "../../factories/tenant.ts";
import { startTestApi } from "../../harness/test-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type ChatServer, startChatServer } from "../../infra/models/chat-server.ts";
import { type AskingOrganization, startAskingOrganization } from "../requests/asking-organization.ts";
import { type EventReader, readEvents } from "./event-reader.ts";

let ours: AskingOrganization;
let chat: ChatServer;
const readers: EventReader[] = [];

beforeAll(async () => {
  ours = await startAskingOrganization([]);
  chat = await startChatServer();
  const llm = { provider: "openai" as const, model: "a-model", base_url: chat.baseUrl, api_key: "a key" };
  await ours.owner.call(setModelsOperation, { body: { llm } });
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await chat.close();
  await ours.close();
});

const follow = async (path: string, options?: { lastEventId?: string }) => {
  const reader = await readEvents(ours.operator, path, options);
  readers.push(reader);
  return reader;
};

/** Returns a second API of the same database, asked by the same operator. */
const anotherApi = async () => {
  const api = await startTestApi(ours.test, { environment: { TEMPORAL_NAMESPACE: ours.namespace } });
  return { api: api.client({ token: ours.tenant.operator.token }), close: () => api.close() };
};

describe("the stream of the reply that forms", () => {
  it("shows words as they come, and to whoever comes late what was said so far", async () => {
    const answer = Promise.withResolvers<ServerResponse>();
    chat.answers.push((response) => answer.resolve(response));
    const agentId = await ours.publish({});
    const { body } = await ours.operator.call(postMessageOperation, { body: { text: "Hello", workflow_id: agentId } });
    const early = await follow(`/api/v1/timeline/draft/stream?thread_id=${body.thread_id}`);
    await early.until("it is thought about", ({ data }) => data["status"] === "thinking" && data["text"] === "");
    const response = await answer.promise;
    response.writeHead(200, { "content-type": "text/event-stream" });
    say(response, "Good morning");
    await early.until("the first words are there", ({ data }) => data["text"] === "Good morning");
    say(response, ", how are");
    const late = await follow(`/api/v1/timeline/draft/stream?workflow_id=${agentId}`);
    await late.until("everything so far is there", ({ data }) => data["text"] === "Good morning, how are");
    say(response, " you? It is a");
    await late.until("more is there", ({ data }) => data["text"] === "Good morning, how are you? It is a");
    const { body: draft } = await ours.operator.call(readDraftOperation, { query: { thread_id: body.thread_id } });
    expect(draft).toMatchObject({ status: "thinking", text: "Good morning, how are you? It is a" });
    say(response, " fine day.");
    write(response, {}, "stop");
    response.end("data: [DONE]\n\n");
    await once(response, "close");
    for (const reader of [early, late]) {
      const done = await reader.until("it is done", ({ data }) => data["status"] === "done");
      expect(done.data).toMatchObject({ text: "Good morning, how are you? It is a fine day.", error: null });
    }
    const texts = early.events.map(({ data }) => String(data["text"]));
    for (const [index, text] of texts.slice(1).entries()) expect(text.startsWith(texts[index] ?? "")).toBe(true);
  });

  it("survives a page that is loaded anew in the middle, also by another API process", async () => {
    // Started before the model speaks, which must not pause for long.
    const { api: other, close } = await anotherApi();
    const answer = Promise.withResolvers<ServerResponse>();
    chat.answers.splice(0, chat.answers.length, (response) => answer.resolve(response));
    const agentId = await ours.publish({});
    const { body } = await ours.operator.call(postMessageOperation, { body: { text: "Hello", workflow_id: agentId } });
    const path = `/api/v1/timeline/draft/stream?thread_id=${body.thread_id}`;
    const page = await follow(path);
    const response = await answer.promise;
    response.writeHead(200, { "content-type": "text/event-stream" });
    say(response, "One");
    await page.until("the first word is there", ({ data }) => data["text"] === "One");
    page.close();
    // Nobody looks while this is said.
    say(response, ", two");
    const again = await readEvents(other, path);
    readers.push(again);
    await again.until("what was said meanwhile is there", ({ data }) => data["text"] === "One, two");
    again.close();
    const third = await follow(path);
    await third.until("all of it is there again", ({ data }) => data["text"] === "One, two");
    say(response, ", three.");
    write(response, {}, "stop");
    response.end("data: [DONE]\n\n");
    const done = await third.until("it is done", ({ data }) => data["status"] === "done");
    expect(done.data).toMatchObject({ text: "One, two, three.", error: null });
    const replies = async () => {
      const query = { thread_id: body.thread_id, kinds: "message" as const };
      return (await ours.operator.call(readTimelineOperation, { query })).body.events.map(({ summary }) => summary);
    };
    await waitUntil("the reply is in the timeline", async () => (await replies()).length > 1);
    expect(await replies()).toEqual(["One, two, three.", "Hello"]);
    await close();
  });

  it("is refused for what is not there, and for another organization's", async () => {
    expect((await follow("/api/v1/timeline/draft/stream?workflow_id=999999")).status).toBe(404);
    expect((await follow("/api/v1/timeline/draft/stream")).status).toBe(422);
    const agentId = await ours.publish({});
    const stranger = ours.api.client({ token: (await createTenant(ours.test, "theirs")).viewer.token });
    const reader = await readEvents(stranger, `/api/v1/timeline/draft/stream?workflow_id=${agentId}`);
    expect(reader.status).toBe(404);
  });
});

describe("the stream of the timeline", () => {
  const record = (summary: string) =>
    ours.test.database.inOrganization(ours.tenant.organizationId, (tx) =>
      recordTimeline(tx, { organizationId: ours.tenant.organizationId, kind: "system", actor: "system", summary }),
    );
  const summaries = ({ events }: EventReader) => events.flatMap(({ data }) => data["summary"] ?? []);
  const has =
    (summary: string) =>
    ({ data }: { data: Record<string, unknown> }) =>
      data["summary"] === summary;

  it("tells what is new, and goes on behind the event that was seen last", async () => {
    await record("before anybody listens");
    const reader = await follow("/api/v1/timeline/stream?kinds=system");
    await reader.until("it has begun", ({ name }) => name === "begin");
    await record("first");
    const first = await reader.until("the first is there", has("first"));
    reader.close();
    await record("second");
    await record("third");
    const again = await follow("/api/v1/timeline/stream?kinds=system", { lastEventId: first.id ?? "" });
    await again.until("the last is there", has("third"));
    expect(summaries(again).filter((summary) => summary === "second")).toHaveLength(1);
    expect(summaries(reader)).toEqual(["first"]);
    await record("fourth");
    await again.until("it goes on", has("fourth"));
  });

  it("loses no event whose transaction ends after that of a later one", async () => {
    const reader = await follow("/api/v1/timeline/stream?kinds=system");
    await reader.until("it has begun", ({ name }) => name === "begin");
    const written = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const { organizationId } = ours.tenant;
    const slow = ours.test.database.inOrganization(organizationId, async (tx) => {
      await recordTimeline(tx, { organizationId, kind: "system", actor: "system", summary: "slow" });
      written.resolve();
      await mayEnd.promise;
    });
    await written.promise;
    await record("quick");
    await reader.until("the later one is there", has("quick"));
    mayEnd.resolve();
    await slow;
    await reader.until("the earlier one is there", has("slow"));
    expect(summaries(reader).filter((summary) => summary === "quick" || summary === "slow")).toHaveLength(2);
  });

  it("tells nothing of another organization, and is refused for what is not there", async () => {
    const theirs = await createTenant(ours.test, "theirs too");
    const stranger = await readEvents(ours.api.client({ token: theirs.viewer.token }), "/api/v1/timeline/stream");
    readers.push(stranger);
    await stranger.until("it has begun", ({ name }) => name === "begin");
    const own = await follow("/api/v1/timeline/stream");
    await own.until("it has begun", ({ name }) => name === "begin");
    await record("for us alone");
    await own.until("we are told", has("for us alone"));
    await ours.test.database.inOrganization(theirs.organizationId, (tx) =>
      recordTimeline(tx, { organizationId: theirs.organizationId, kind: "system", actor: "system", summary: "theirs" }),
    );
    await stranger.until("they are told", has("theirs"));
    expect(summaries(stranger)).toEqual(["theirs"]);
    expect((await follow("/api/v1/timeline/stream?folder_id=999999")).status).toBe(404);
  });
});

const say = (response: ServerResponse, content: string): void => write(response, { content }, null);

const write = (response: ServerResponse, delta: object, finish_reason: string | null): void => {
  const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
};
