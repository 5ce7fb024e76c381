import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  ConflictError,
  NotFoundError,
  ProcessingFailedError,
  Ringdown,
} from "../../../clients/typescript/src/index.ts";
import { type CallingPlatform, startCallingPlatform } from "../../api/calls/calling-platform.ts";
import { minimalDefinition } from "../../factories/agents.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";

let platform: CallingPlatform;
let ringdown: Ringdown;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
  const tenant = await createTenant(platform.test);
  const { apiKey } = await createKey(platform.test, { tenant });
  ringdown = new Ringdown({ baseUrl: platform.api.baseUrl, apiKey });
});
afterAll(() => platform.close());

describe("a file of contacts in one call", () => {
  it("is imported, with its refused rows and what was seen on the way", async () => {
    const { id } = await ringdown.contacts.lists.create({ name: "From a file" });
    const seen: string[] = [];
    const file = new File(["phone_number,name\n+12025550110,Ada\nnonsense,Ben\n"], "people.csv");
    const ended = await ringdown.contacts.importFile(id, file, { onProgress: ({ status }) => seen.push(status) });
    expect(ended).toMatchObject({ status: "completed", total_rows: 2, imported: 1, invalid: 1 });
    expect(seen.at(-1)).toBe("completed");
    const names = await ringdown.contacts.list({ contact_list_id: id }).all();
    expect(names.map(({ name }) => name)).toEqual(["Ada"]);
    const refused = await fetch(ended.errors_url ?? "");
    expect(await refused.text()).toContain("nonsense");
  });

  it("is refused with the platform's sentence where it cannot be read, and where there is no such list", async () => {
    const { id } = await ringdown.contacts.lists.create({ name: "From no table" });
    const empty = { name: "people.csv", data: "colour\nred\n" };
    const refused = await ringdown.contacts.importFile(id, empty).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProcessingFailedError);
    expect(refused).toMatchObject({ message: expect.stringContaining("phone_number"), result: { status: "failed" } });
    await expect(ringdown.contacts.importFile(987_654, empty)).rejects.toThrow(NotFoundError);
  });
});

describe("a document in one call", () => {
  it("is uploaded, read and found, and its next version takes its place", async () => {
    const data = new TextEncoder().encode("The premium plan costs thirty dollars.");
    const document = await ringdown.knowledge.upload({ name: "prices.txt", data }, { scope: "org" });
    expect(document).toMatchObject({
      processing_status: "completed",
      filename: "prices.txt",
      scope: "org",
      version: 1,
    });
    const { document_uuid } = document;
    const next = await ringdown.knowledge.upload({ name: "prices.txt", data: "It costs forty." }, { document_uuid });
    expect(next).toMatchObject({ document_uuid, version: 2 });
    const { chunks } = await ringdown.knowledge.search({ query: "premium plan forty" });
    expect(chunks.map(({ chunk_text }) => chunk_text).join()).toContain("forty");
  });

  it("is refused with the platform's sentence where it cannot be read", async () => {
    const refused = ringdown.knowledge.upload({ name: "broken.pdf", data: "no PDF at all" });
    await expect(refused).rejects.toThrow(ProcessingFailedError);
  });
});

describe("a conversation in text", () => {
  it("greets, answers, is gone on with elsewhere and ends", async () => {
    const { id } = await ringdown.agents.create({ name: "Talker", workflow_definition: minimalDefinition() });
    const conversation = await ringdown.conversations.open({ workflow_id: id, initial_context: { name: "Ada" } });
    expect(conversation.greeting).toEqual(expect.any(String));
    const reply = await conversation.say("Hello, who is there?");
    expect(reply).toMatchObject({ text: expect.any(String), turn: { user_message: { text: "Hello, who is there?" } } });
    const sentences: string[] = [];
    for await (const sentence of conversation.stream("And what is your name?")) sentences.push(sentence);
    expect(conversation.lastReply).toMatchObject({
      text: sentences.join(" "),
      turn: { user_message: { text: "And what is your name?" } },
    });
    for await (const _ of conversation.stream("And where are you?")) break;
    expect(await conversation.say("And now?")).toMatchObject({ turn: { user_message: { text: "And now?" } } });
    const same = await ringdown.conversations.resume({ workflow_id: id, run_id: conversation.runId });
    expect(same.session.session_data.turns).toHaveLength(conversation.session.session_data.turns.length);
    if (!same.isOver) {
      await same.rewind();
      await expect(conversation.say("Still there?")).rejects.toThrow(ConflictError);
    }
    await same.end();
    expect(same.isOver).toBe(true);
  });
});

describe("a repeated call", () => {
  it("does nothing twice on the real platform", async () => {
    let isFirst = true;
    const losing: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (!isFirst) return response;
      isFirst = false;
      await response.arrayBuffer();
      throw new TypeError("the answer was lost");
    };
    const { apiKey } = await createKey(platform.test, { tenant: await createTenant(platform.test) });
    const unlucky = new Ringdown({ baseUrl: platform.api.baseUrl, apiKey, fetch: losing });
    await unlucky.contacts.lists.create({ name: "Only once" });
    const { contact_lists } = await unlucky.contacts.lists.list();
    expect(contact_lists.map(({ name }) => name)).toEqual(["Only once"]);
  });
});
