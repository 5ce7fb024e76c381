import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { hasReadableDocuments } from "../../../application/document/find-readable-documents.ts";
import { readDocuments } from "../../../application/document/read-documents.ts";
import type { Documents } from "../../../domain/conversation/conversation.ports.ts";
import { type Block, NO_LOCATION } from "../../../domain/document/blocks.ts";
import { countTokens } from "../../../domain/document/cut-passages.ts";
import { WHOLE_DOCUMENTS_TOKENS } from "../../../domain/document/retrieval-mode.rules.ts";
import type { ChatMessage } from "../../../domain/model/chat-model.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { createScriptedModel } from "../../../infra/models/scripted.model.ts";
import { createEmbeddedPassageIndex } from "../../../infra/passage-index/embedded/embedded-passage-index.ts";
import { type PassageIndex, PassageIndexError, type PassageScope } from "../../../infra/passage-index/passage-index.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { addDocument, useLocalEmbedder } from "./indexed-documents.ts";
import { calls, recordedModel, says, stalls } from "./recorded-model.ts";
import { createRig, noDocuments, receptionDefinition, tool } from "./rig.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-agent-documents-"));
let test: TestDatabase;
let tenant: Tenant;
let index: PassageIndex;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "readers");
  index = createEmbeddedPassageIndex({ folder });
  await useLocalEmbedder({ test, tenant, index });
});
afterAll(async () => {
  await index.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const begin = { turnKey: "begin", answeredBy: "person" } as const;
const speech = (turnKey: string, text: string) => ({ turnKey, kind: "speech", text }) as const;
const guardedRequests = createGuardedRequests(readOutboundPolicy(""));
const naming = (...document_uuids: string[]) => receptionDefinition({ start: { document_uuids } });
const indexed = (passageIndex: PassageIndex = index): Documents => ({
  areThere: ({ organizationId, agentId }, named) =>
    test.database.inOrganization(organizationId, (tx) => hasReadableDocuments(tx, agentId, named)),
  read: ({ organizationId }, question) =>
    readDocuments(
      { database: test.database, passageIndex, secrets: testSecrets, guardedRequests, defaultEmbeddings: null },
      organizationId,
      question,
    ),
});
const rigOf = (options: Partial<Parameters<typeof createRig>[2]>) =>
  createRig(test, tenant, { definition: receptionDefinition(), documents: indexed(), ...options });
const paragraph = (text: string, place: Partial<Pick<Block, "page" | "row">> = {}): Block => ({
  kind: "paragraph",
  text,
  ...NO_LOCATION,
  ...place,
});
const add = (filename: string, blocks: Block[]) => addDocument({ test, tenant, index }, { filename, blocks });
const addWhole = (filename: string, blocks: Block[]) =>
  addDocument({ test, tenant, index }, { filename, blocks, retrievalMode: "full_document" });

/** Returns the parsed last result for the model. */
const lastResult = (messages: readonly ChatMessage[] | undefined): Record<string, unknown> => {
  const last = messages?.at(-1);
  if (last?.role !== "function") throw new Error("the model was told no result");
  return JSON.parse(last.result);
};
/** Returns the model's result for one question in a step that names these documents. */
const told = async (documentUuids: string[], query: string, documents = indexed()) => {
  const model = recordedModel(calls("search_documents", { query }), says("So it is."));
  const { conversation, words } = await (
    await rigOf({ definition: naming(...documentUuids), model, documents })
  ).open();
  await conversation.begin(begin);
  await conversation.hear(speech("1", "I have a question."));
  expect(words().at(-1)).toBe("So it is.");
  return lastResult(model.requests[1]?.messages);
};

describe("search in documents", () => {
  it("is offered where a step names documents, and a tool of that name keeps its place beside it", async () => {
    const uuid = await add("offered.txt", [paragraph("Something.")]);
    const calculator = tool("Search documents", { schema_version: 1, type: "calculator" });
    const tools = { list: async () => [calculator], run: async () => {} };
    const definition = receptionDefinition({ start: { document_uuids: [uuid], tool_uuids: [calculator.uuid] } });
    const model = recordedModel(calls("book_appointment"), says("Which day?"));
    const { conversation } = await (await rigOf({ definition, tools, model })).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "An appointment."));
    const offered = model.requests.map(({ functions }) => functions.map(({ name }) => name));
    expect(offered).toEqual([
      ["book_appointment", "search_documents", "search_documents_2", "never_call_again"],
      ["finished", "never_call_again"],
    ]);
  });

  it("is looked for beside the claim of a turn, in the step where the conversation was last seen, once in a turn", async () => {
    const done: string[] = [];
    const areThere: Documents["areThere"] = async (_run, named) => {
      done.push(`looked: ${named.join()}`);
      return false;
    };
    const definition = receptionDefinition({
      start: { document_uuids: ["one"] },
      booking: { document_uuids: ["two"] },
    });
    const answers = [calls("book_appointment"), says("Which day?"), calls("no_such_function"), says("I see.")];
    const documents = { ...noDocuments, areThere };
    const rig = await rigOf({ definition, documents, model: recordedModel(...answers) });
    const { store } = rig.ports;
    rig.ports.store = {
      ...store,
      claimTurn: async (...claiming) => {
        const claimed = await store.claimTurn(...claiming);
        done.push(claimed.kind);
        return claimed;
      },
    };
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "An appointment."));
    await conversation.hear(speech("2", "On Monday."));
    expect(done).toEqual(["claimed", ...["looked: one", "claimed", "looked: two"], ...["looked: two", "claimed"]]);
  });

  it("finds passages of the named documents in the real index, with file and page or row", async () => {
    const hours = await add("hours.pdf", [
      { kind: "heading", level: 1, text: "Opening hours", ...NO_LOCATION, page: 3 },
      paragraph("The shop is open from nine to five.", { page: 3 }),
    ]);
    const prices = await add("prices.csv", [
      { kind: "columns", cells: ["Item", "Price"], page: null, row: 1 },
      { kind: "row", cells: ["Opening a lock", "40"], page: null, row: 2 },
    ]);
    await add("unnamed.txt", [paragraph("Opening hours that no step names.")]);
    const result = await told([hours, prices], "opening hours");
    expect(result).toEqual({
      passages: [
        {
          file: "hours.pdf",
          page: 3,
          under: "Opening hours",
          fit: expect.any(Number),
          text: "The shop is open from nine to five.",
        },
        { file: "prices.csv", row: 2, fit: expect.any(Number), text: "Item: Opening a lock; Price: 40" },
      ],
    });
  });

  it("finds what the agent reads without a name, and nothing of other agents", async () => {
    const ours = await createTenant(test, "scoped readers");
    const library = { test, tenant: ours, index };
    await useLocalEmbedder(library);
    const { agentId: stranger } = await createAgentRows(test, ours, { name: "Another" });
    const rig = await createRig(test, ours, {
      definition: receptionDefinition(),
      documents: indexed(),
      model: recordedModel(calls("search_documents", { query: "parking" }), says("So it is.")),
    });
    const { agent_id: agentId } = await test.everything
      .selectFrom("call_runs")
      .select("agent_id")
      .where("uuid", "=", rig.runUuid)
      .executeTakeFirstOrThrow();
    const inScope = async (filename: string, scope: PassageScope, owner: object) => {
      const uuid = await addDocument(library, { filename, blocks: [paragraph(`Parking: ${filename}.`)], scope });
      await test.everything
        .updateTable("documents")
        .set({ scope: scope.kind, ...owner })
        .where("document_uuid", "=", uuid)
        .execute();
      return uuid;
    };
    await inScope("everybody.txt", { kind: "org" }, {});
    await inScope("own.txt", { kind: "agent", id: agentId }, { agent_id: agentId });
    const foreign = await inScope("another.txt", { kind: "agent", id: stranger }, { agent_id: stranger });
    await inScope("library.txt", { kind: "library" }, {});
    const read = (named: string[]) =>
      indexed().read(
        { organizationId: ours.organizationId, runId: 0 },
        { agentId, documentUuids: named, question: "parking" },
      );
    const filesIn = async (named: string[]) => (await read(named)).passages.map(({ filename }) => filename).sort();
    expect(await filesIn([])).toEqual(["everybody.txt", "own.txt"]);
    expect(await filesIn([foreign])).toEqual(["everybody.txt", "own.txt"]);
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    const turn = await conversation.hear(speech("1", "Where do I park?"));
    expect(turn.kind).toBe("done");
  });

  it("is called by the scripted model, and what it found is spoken of", async () => {
    const uuid = await add("parking.txt", [paragraph("Parking is behind the house.")]);
    const call = { name: "search_documents", arguments: { query: "parking" } };
    const model = createScriptedModel([{ when: "park", call }]);
    const { conversation, words } = await (await rigOf({ definition: naming(uuid), model })).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "Where do I park?"));
    expect(words().join(" ")).toContain("Parking is behind the house.");
  });

  it("looks for the person's own words where the model names none", async () => {
    const asked: string[] = [];
    const documents: Documents = {
      ...noDocuments,
      read: (run, question) => {
        asked.push(question.question);
        return noDocuments.read(run, question);
      },
    };
    const uuid = await add("any.txt", [paragraph("Something.")]);
    const model = recordedModel(calls("search_documents"), says("I do not know."));
    const { conversation } = await (await rigOf({ definition: naming(uuid), model, documents })).open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "May I bring a dog?"));
    expect(asked).toEqual(["May I bring a dog?"]);
    expect(lastResult(model.requests[1]?.messages)["note"]).toContain("Nothing in the documents fits");
  });
});

describe("a document that is to be given whole", () => {
  it("is, headings and tables too, whatever is asked", async () => {
    const line = `${"word ".repeat(100)}end.`;
    const whole = await addWhole("rules.md", [
      { kind: "heading", level: 2, text: "House rules", ...NO_LOCATION },
      ...Array.from({ length: 30 }, () => paragraph(line)),
      { kind: "columns", cells: ["Item", "Price"], ...NO_LOCATION },
      { kind: "row", cells: ["Key", "3"], ...NO_LOCATION },
    ]);
    const text = ["## House rules", ...Array.from({ length: 30 }, () => line), "Item: Key; Price: 3"].join("\n");
    // Longer than a tool's answer may be.
    expect(text.length).toBeGreaterThan(8_000);
    expect(await told([whole], "zebra")).toEqual({ documents: [{ file: "rules.md", text }], passages: [] });
  });

  it("is cut where it does not fit, said to be, and searched for the rest", async () => {
    const filling = Array.from({ length: 200 }, (_, at) => paragraph(`Rule ${at}. ${"Walk slowly. ".repeat(20)}`));
    const long = await addWhole("long.txt", [...filling, paragraph("Zebras pay nothing.", { page: 90 })]);
    const result = await told([long], "zebras");
    const [document] = JSON.parse(JSON.stringify(result["documents"]));
    expect(document).toMatchObject({ file: "long.txt", cut: expect.stringContaining("did not fit") });
    expect(countTokens(document.text)).toBeLessThanOrEqual(WHOLE_DOCUMENTS_TOKENS);
    expect(countTokens(document.text)).toBeGreaterThan(WHOLE_DOCUMENTS_TOKENS * 0.9);
    expect(result["passages"]).toContainEqual(
      expect.objectContaining({ file: "long.txt", text: expect.stringContaining("Zebras pay nothing.") }),
    );
  });
});

describe("a search that cannot be made", () => {
  const away = () => Promise.reject(new PassageIndexError("unavailable", "The index is away"));

  it("is said to the model, and the call goes on", async () => {
    const uuid = await add("hidden.txt", [paragraph("Something.")]);
    const unreachable = indexed({ ...index, matching: away, nearest: away });
    expect(await told([uuid], "something", unreachable)).toEqual({
      error: expect.stringContaining("cannot be searched"),
    });
    const broken: Documents = { ...noDocuments, read: () => Promise.reject(new Error("the rows are away")) };
    expect(await told([uuid], "something", broken)).toEqual({ error: expect.stringContaining("do not guess") });
  });

  it("takes no whole document away", async () => {
    const hidden = await add("hidden.txt", [paragraph("Something.")]);
    const whole = await addWhole("whole.txt", [paragraph("Everything.")]);
    const unreachable = indexed({ ...index, matching: away, nearest: away });
    expect(await told([hidden, whole], "something", unreachable)).toEqual({
      documents: [{ file: "whole.txt", text: "Everything." }],
      passages: [],
      note: expect.stringContaining("cannot be searched"),
    });
  });

  it("by meaning in some of the documents alone is said", async () => {
    const uuid = await add("partly.txt", [paragraph("The deposit is five.")]);
    const { read } = indexed();
    const partly: Documents = {
      ...noDocuments,
      read: async (run, question) => ({ ...(await read(run, question)), degraded: "partly text only" }),
    };
    expect(await told([uuid], "deposit", partly)).toMatchObject({
      passages: [{ file: "partly.txt" }],
      note: expect.stringContaining("In some documents only the words were compared"),
    });
  });

  it("by meaning is made by words, and said so", async () => {
    const other = await createTenant(test, "without-embeddings");
    const uuid = await addDocument(
      { test, tenant: other, index },
      { filename: "words.txt", blocks: [paragraph("The fee is ten.")] },
    );
    const model = recordedModel(calls("search_documents", { query: "fee" }), says("Ten."));
    const rig = await createRig(test, other, { definition: naming(uuid), model, documents: indexed() });
    const { conversation } = await rig.open();
    await conversation.begin(begin);
    await conversation.hear(speech("1", "What is the fee?"));
    expect(lastResult(model.requests[1]?.messages)).toEqual({
      passages: [{ file: "words.txt", fit: 1, text: "The fee is ten." }],
      note: expect.stringContaining("Only the words were compared"),
    });
  });
});

it("documents that are still being processed are counted, and the search is offered before any is ready", async () => {
  const waiting = await createTenant(test, "waiting");
  await test.everything
    .insertInto("documents")
    .values(
      (["queued", "indexing", "failed"] as const).map((state) => ({
        organization_id: waiting.organizationId,
        document_uuid: randomUUID(),
        filename: `${state}.txt`,
        mime_type: "text/plain",
        scope: "org" as const,
        state,
      })),
    )
    .execute();
  const model = recordedModel(calls("search_documents", { query: "fee" }), says("I am still reading."));
  const rig = await createRig(test, waiting, { definition: receptionDefinition(), model, documents: indexed() });
  const { conversation } = await rig.open();
  await conversation.begin(begin);
  await conversation.hear(speech("1", "What is the fee?"));
  expect(model.requests[0]?.functions.map(({ name }) => name)).toContain("search_documents");
  expect(lastResult(model.requests[1]?.messages)).toMatchObject({
    passages: [],
    unready: 2,
    note: expect.stringContaining("still being processed"),
  });
});

describe("the results", () => {
  const counted = () => {
    let reads = 0;
    const { read } = indexed();
    const documents: Documents = {
      ...noDocuments,
      read: (run, question) => {
        reads += 1;
        return read(run, question);
      },
    };
    return { documents, reads: () => reads };
  };
  const keptSteps = () =>
    test.everything.selectFrom("conversation_entries").selectAll().where("text", "=", "search_documents").execute();

  it("is kept: whoever repeats the turn of a process that died asks nothing again", async () => {
    const uuid = await add("kept.txt", [paragraph("The code of the gate is kept.")]);
    const { documents, reads } = counted();
    const before = (await keptSteps()).length;
    const dying = recordedModel(calls("search_documents", { query: "gate" }), stalls("Let me ").reply);
    const rig = await rigOf({ definition: naming(uuid), documents });
    const dead = await rig.open({ driver: "turn_webhook", model: dying });
    await dead.conversation.begin(begin);
    void dead.conversation.hear(speech("1", "How do I get in?"));
    try {
      await waitUntil("what was found is kept", async () => (await keptSteps()).length === before + 1);
      await test.everything.updateTable("conversation_turns").set({ alive_at: "2020-01-01" }).execute();
      const model = recordedModel(says("By the gate."), says("Goodbye."));
      const next = await rig.open({ driver: "turn_webhook", model });
      await next.conversation.hear(speech("1", "How do I get in?"));
      expect(lastResult(model.requests[0]?.messages)).toMatchObject({ passages: [{ file: "kept.txt" }] });
      await next.conversation.hear(speech("2", "Thanks."));
      expect(model.requests[1]?.messages).toContainEqual(expect.objectContaining({ name: "search_documents" }));
      expect(reads()).toBe(1);
    } finally {
      await dead.conversation.personLeft();
    }
  });

  it("too late is left: the person has spoken on", async () => {
    const started = Promise.withResolvers<void>();
    const documents: Documents = {
      ...noDocuments,
      read: () => {
        started.resolve();
        return new Promise(() => {});
      },
    };
    const uuid = await add("slow.txt", [paragraph("Something.")]);
    const before = (await keptSteps()).length;
    const model = recordedModel(calls("search_documents", { query: "something" }), says("Of course."));
    const { conversation, words } = await (await rigOf({ definition: naming(uuid), documents, model })).open();
    await conversation.begin(begin);
    const first = conversation.hear(speech("1", "Look it up."));
    await started.promise;
    await conversation.hear(speech("2", "Never mind."));
    expect(await first).toEqual({ kind: "superseded" });
    expect(words().at(-1)).toBe("Of course.");
    expect((await keptSteps()).length).toBe(before);
  });
});
