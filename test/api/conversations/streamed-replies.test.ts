import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  createTextSessionOperation,
  endTextSessionOperation,
  getTextSessionOperation,
  sendMessageOperation,
  streamReplyOperation,
} from "../../../api/conversations/text/text-sessions.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type ChatServer, startChatServer, stream } from "../../infra/models/chat-server.ts";
import { type EventReader, readEvents } from "../channels/event-reader.ts";
import { type AskingOrganization, startAskingOrganization } from "../requests/asking-organization.ts";

let ours: AskingOrganization;
let chat: ChatServer;
let agentId: number;
const readers: EventReader[] = [];

beforeAll(async () => {
  ours = await startAskingOrganization([]);
  chat = await startChatServer();
  const llm = { provider: "openai" as const, model: "a-model", base_url: chat.baseUrl, api_key: "a key" };
  await ours.owner.call(setModelsOperation, { body: { llm } });
  agentId = await ours.publish({});
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await chat.close();
  await ours.close();
});
beforeEach(() => {
  chat.answers.length = 0;
});

const open = async () => {
  const { body } = await ours.operator.call(createTextSessionOperation, { params: { workflow_id: agentId } });
  return { workflow_id: agentId, run_id: body.workflow_run_id };
};
type Place = Awaited<ReturnType<typeof open>>;

const write = async (place: Place, body: { text: string; expected_revision?: number }) => {
  const path = `/api/v1/workflows/${place.workflow_id}/text-chat/sessions/${place.run_id}/messages/stream`;
  const reader = await readEvents(ours.operator, path, { body });
  readers.push(reader);
  return reader;
};

/** The next answer of the model is given by hand; an earlier one was given whole. */
const takeModel = () => {
  const asked = Promise.withResolvers<ServerResponse>();
  chat.answers.splice(0, chat.answers.length, (response) => asked.resolve(response));
  return asked.promise.then((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    return response;
  });
};
const say = (response: ServerResponse, content: string, finish_reason: string | null = null): void => {
  const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  response.write(
    `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`,
  );
};
const finish = (response: ServerResponse): void => {
  say(response, "", "stop");
  response.end("data: [DONE]\n\n");
};
const sentences = ({ events }: EventReader) =>
  events.filter(({ name }) => name === "sentence").map(({ data }) => data["text"]);
const lastTurn = async (place: Place) =>
  (await ours.operator.call(getTextSessionOperation, { params: place })).body.session_data.turns.at(-1);

describe("an answer that is told while it forms", () => {
  it("comes sentence by sentence while the model still writes, and ends with the whole turn", async () => {
    const place = await open();
    const model = takeModel();
    const reader = write(place, { text: "Good morning" });
    const response = await model;
    say(response, "Good morning to you. How may");
    const reply = await reader;
    await reply.until("the first sentence is there", ({ data }) => data["text"] === "Good morning to you.");
    await reply.until("the next one begins", ({ name, data }) => name === "forming" && data["text"] === "How may");
    expect(response.writableEnded).toBe(false);
    say(response, " I help you?");
    finish(response);
    const end = await reply.until("it ends", ({ name }) => name === "end");
    expect(sentences(reply)).toEqual(["Good morning to you.", "How may I help you?"]);
    expect(end.data["session"]).toMatchObject({
      workflow_run_id: place.run_id,
      session_data: {
        turns: [
          { user_message: null },
          {
            status: "completed",
            user_message: { text: "Good morning" },
            assistant_message: { text: "Good morning to you. How may I help you?" },
          },
        ],
      },
    });
    expect(reply.events.at(-1)).toBe(end);
  });

  it("is interrupted by a reader who leaves: the model is asked no further, and the turn keeps what was sent", async () => {
    const place = await open();
    const model = takeModel();
    const reader = write(place, { text: "Tell me everything" });
    const response = await model;
    const closed = once(response, "close");
    say(response, "This is the first part. And this is");
    const reply = await reader;
    await reply.until("the first sentence is there", ({ name }) => name === "sentence");
    reply.close();
    await closed;
    await waitUntil("the turn is over", async () => (await lastTurn(place))?.status !== "pending");
    expect(await lastTurn(place)).toMatchObject({
      status: "interrupted",
      assistant_message: { text: "This is the first part." },
    });
    chat.answers.splice(0, chat.answers.length, stream([{ content: "Of course." }]));
    const { body } = await ours.operator.call(sendMessageOperation, { params: place, body: { text: "Go on" } });
    expect(body.session_data.turns.at(-1)?.assistant_message?.text).toBe("Of course.");
  });

  it("tells in an event that somebody has ended the conversation meanwhile", async () => {
    const place = await open();
    const model = takeModel();
    const reader = write(place, { text: "Tell me everything" });
    const response = await model;
    say(response, "This is the first part. And this is");
    const reply = await reader;
    await reply.until("the first sentence is there", ({ name }) => name === "sentence");
    await ours.operator.call(endTextSessionOperation, { params: place, body: {} });
    say(response, " the second part. And");
    finish(response);
    const error = await reply.until("it is told", ({ name }) => name === "error");
    expect(error.data).toMatchObject({ status: 409, detail: expect.any(String) });
    expect(reply.events.at(-1)).toBe(error);
  });
});

describe("what is refused before the agent begins", () => {
  it("has a status and a code as everywhere", async () => {
    const place = await open();
    const body = { text: "Hello", expected_revision: 99 };
    expect(await ours.operator.refused(streamReplyOperation, { params: place, body })).toMatchObject({
      status: 409,
      code: "revision_conflict",
    });
    await ours.operator.call(endTextSessionOperation, { params: place, body: {} });
    const late = await ours.operator.refused(streamReplyOperation, { params: place, body: { text: "Hello" } });
    expect(late).toMatchObject({ status: 409, code: "session_over" });
    const gone = { params: { ...place, run_id: 987_654 }, body: { text: "Hello" } };
    expect(await ours.operator.refused(streamReplyOperation, gone)).toMatchObject({ status: 404, code: "not_found" });
  });
});
