import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { postMessageOperation, readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import type { ApiProcess } from "../../harness/api-process.ts";
import { WaitsInVain, waitUntil } from "../../harness/wait-until.ts";
import { startWorkerProcess } from "../../harness/worker-process.ts";
import { type ChatServer, startChatServer, stream } from "../../infra/models/chat-server.ts";
import { type AskingOrganization, startAskingOrganization } from "../requests/asking-organization.ts";
import { readEvents } from "./event-reader.ts";

/** The worker that forms a reply is killed in the middle of its words; the API lives on. */
let ours: AskingOrganization;
let chat: ChatServer;
let worker: ApiProcess | null = null;

beforeAll(async () => {
  ours = await startAskingOrganization([], { hasWorker: false });
  chat = await startChatServer();
  const llm = { provider: "openai" as const, model: "a-model", base_url: chat.baseUrl, api_key: "a key" };
  await ours.owner.call(setModelsOperation, { body: { llm } });
});
afterAll(async () => {
  await kill();
  await chat.close();
  await ours.close();
});

const kill = async () => {
  worker?.child.kill("SIGKILL");
  await worker?.ended;
  worker = null;
};
/** Returns the result, unless the worker ends before. */
const unlessEnded = async <T>(work: Promise<T>): Promise<T> => {
  const ended = worker?.ended.then(() => {
    throw new WaitsInVain(`the worker said: ${worker?.output().slice(-2000)}`);
  });
  return ended ? Promise.race([work, ended]) : work;
};
const say = (response: ServerResponse, content: string) => {
  const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`);
};

describe("a worker that dies while a reply forms", () => {
  it.each(["an agent", "the assistant"])("takes no reply of %s with it, and none is given twice", async (partner) => {
    const target = partner === "an agent" ? { workflow_id: await ours.publish({}) } : { assistant: true };
    const half = Promise.withResolvers<ServerResponse>();
    chat.answers.splice(
      0,
      chat.answers.length,
      (response) => half.resolve(response),
      stream([{ content: "All of it." }]),
    );
    worker = startWorkerProcess(ours);
    const { body } = await ours.operator.call(postMessageOperation, { body: { text: "Hello", ...target } });
    const { thread_id } = body;
    const reader = await readEvents(ours.operator, `/api/v1/timeline/draft/stream?thread_id=${thread_id}`);
    const response = await unlessEnded(half.promise);
    say(response, "Half of");
    await reader.until("half of it is there", ({ data }) => data["text"] === "Half of");
    const broken = once(response, "close");
    await kill();
    await broken;
    worker = startWorkerProcess(ours);
    const done = await unlessEnded(reader.until("it is done", ({ data }) => data["status"] === "done"));
    expect(done.data).toMatchObject({ text: "All of it.", error: null });
    const messages = async () =>
      (await ours.operator.call(readTimelineOperation, { query: { thread_id, kinds: "message" } })).body.events;
    await waitUntil("the reply is in the timeline", async () => (await messages()).length > 1);
    expect((await messages()).map(({ summary }) => summary)).toEqual(["All of it.", "Hello"]);
    reader.close();
    await kill();
  });
});
