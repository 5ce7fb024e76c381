import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { createDemoClient, type DemoClient, readNumber, readText } from "../../../infra/local/demo/demo-client.ts";
import { openTalkPage, teachTalkAgent } from "../../../infra/local/talk-page.ts";
import { type DocumentsRig, startDocumentsRig } from "../../api/documents/documents-rig.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { newcomersSentences } from "./newcomers-sentences.ts";

const dataDir = mkdtempSync(join(tmpdir(), "ringdown-first-talk-"));
let rig: DocumentsRig;
let owner: DemoClient;
let agentId: number;
let beforeReading: string;

const session = z.object({
  is_completed: z.boolean(),
  session_data: z.object({
    turns: z.array(z.object({ assistant_message: z.object({ text: z.string() }).nullable() })),
  }),
});

interface Reply {
  text: string;
  isOver: boolean;
}

/** Writes sentences to the agent in one conversation, and returns what it answers to each. */
const talk = async (...said: string[]): Promise<Reply[]> => {
  const path = `/workflows/${agentId}/text-chat/sessions`;
  const runId = readNumber(await owner.post(path), "workflow_run_id");
  const replies: Reply[] = [];
  for (const text of said) {
    const answer = session.parse(await owner.post(`${path}/${runId}/messages`, { text }));
    const reply = answer.session_data.turns.at(-1)?.assistant_message?.text ?? "";
    replies.push({ text: reply, isOver: answer.is_completed });
  }
  return replies;
};
const ask = async (said: string): Promise<Reply> => (await talk(said))[0] ?? { text: "", isOver: false };

beforeAll(async () => {
  rig = await startDocumentsRig();
  const apiUrl = rig.api.baseUrl;
  await openTalkPage({ apiUrl, dataDir });
  const kept = JSON.parse(readFileSync(join(dataDir, "talk-page.json"), "utf8"));
  agentId = kept.agent_id;
  const { email, password } = kept;
  const loggedIn = await createDemoClient(`${apiUrl}/api/v1`).post("/auth/login", { email, password });
  owner = createDemoClient(`${apiUrl}/api/v1`, { authorization: `Bearer ${readText(loggedIn, "token")}` });
  const taught = teachTalkAgent({ apiUrl, dataDir });
  beforeReading = (await ask("What does it cost?")).text;
  await taught;
  await waitUntil("the guides are read", async () => {
    const { documents } = await owner.get("/knowledge-base/documents");
    return Array.isArray(documents) && documents.length === 7 && documents.every(({ state }) => state === "ready");
  });
});
afterAll(async () => {
  await rig.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it("asks of the newcomers are forty, half of them in each language", () => {
  expect(newcomersSentences.map(({ language }) => language).sort()).toEqual([
    ...Array(20).fill("de"),
    ...Array(20).fill("en"),
  ]);
  expect(new Set(newcomersSentences.map(({ said }) => said)).size).toBe(40);
});

describe("a newcomer who says in the first talk", () => {
  it.each(newcomersSentences)("“$said” hears what fits", async ({ said, contains, ends = false }) => {
    const { text, isOver } = await ask(said);
    expect({ said, text }).toEqual({ said, text: expect.stringMatching(contains) });
    expect(isOver).toBe(ends);
  });

  it("anything before the guides are read, hears that they are still being read, or the answer", () => {
    expect(beforeReading).toMatch(/still reading|costs nothing|do not know/);
  });
});

describe("the first talk", () => {
  const day = /(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday),? \d+ \p{L}+/u;

  it("makes an appointment up: asks, answers in between, says back, corrects, and confirms", async () => {
    const replies = await talk(
      "I'd like to make an appointment, please.",
      "On Monday.",
      "What does this cost?",
      "At half past three.",
      "My name is Ada Lovelace.",
      "No, Tuesday.",
      "Yes, that's right.",
      "That was all, thank you.",
    );
    const texts = replies.map(({ text }) => text);
    expect(texts[0]).toMatch(/nobody will come.*Which day suits you\?/s);
    expect(texts[1]).toBe("At what time?");
    expect(texts[2]).toMatch(/costs nothing.*At what time\?$/s);
    expect(texts[3]).toBe("What name may I note?");
    expect(texts[4]).toMatch(/^So that is Monday,? \d+ \p{L}+, at 3:30 pm, for Ada Lovelace\. Is that right\?$/u);
    expect(texts[5]).toMatch(/^So that is Tuesday,? \d+ \p{L}+, at 3:30 pm, for Ada Lovelace\. Is that right\?$/u);
    expect(texts[6]).toMatch(/It is noted\./);
    expect(replies.map(({ isOver }) => isOver)).toEqual([...Array(7).fill(false), true]);
  });

  it("keeps a day, a time and a name that come at once, and changes what it is told to", async () => {
    const [first, second, third] = await talk(
      "Can I book an appointment for tomorrow at ten in the morning? My name is Bob Smith.",
      "No.",
      "Make it at eleven.",
    );
    expect(first?.text).toMatch(day);
    expect(first?.text).toContain("at 10 am, for Bob Smith. Is that right?");
    expect(second?.text).toBe("What shall I change: the day, the time or the name?");
    expect(third?.text).toContain("at 11 am, for Bob Smith. Is that right?");
  });

  it("does the same in German", async () => {
    const replies = await talk(
      "Ich möchte einen Termin vereinbaren.",
      "Übermorgen um halb vier.",
      "Bist du eigentlich ein Mensch?",
      "Auf den Namen Jürgen Groß.",
      "Nein, um fünf.",
      "Ja, genau.",
      "Stopp.",
    );
    const texts = replies.map(({ text }) => text);
    expect(texts[0]).toMatch(/Es kommt niemand.*Welcher Tag passt Ihnen\?/s);
    expect(texts[1]).toBe("Auf welchen Namen darf ich es notieren?");
    expect(texts[2]).toMatch(/künstliche Stimme.*Auf welchen Namen/s);
    expect(texts[3]).toMatch(
      /^Also \p{L}+, \d+\. \p{L}+, um 15:30 Uhr, auf den Namen Jürgen Groß\. Ist das richtig\?$/u,
    );
    expect(texts[4]).toContain("um 17 Uhr, auf den Namen Jürgen Groß. Ist das richtig?");
    expect(texts[5]).toContain("Ich habe es notiert.");
    expect(texts[6]).toContain("Auf Wiederhören");
    expect(replies.at(-1)?.isOver).toBe(true);
  });

  it("stops in the middle of an appointment, and forgets one that is not wanted", async () => {
    const stopped = await talk("I want to book an appointment.", "Stop.");
    expect(stopped[1]).toMatchObject({ isOver: true, text: expect.stringContaining("Goodbye") });
    const left = await talk("I want to book an appointment.", "Forget it.", "What is Ringdown?");
    expect(left[2]?.text).toContain("voice-agent platform");
  });

  it("puts a question that it cannot answer into the inbox, when it may", async () => {
    const [unknown, asked] = await talk("How tall is the Eiffel tower?", "Yes, please.");
    expect(unknown?.text).toBe("I do not know that. Shall I ask a person?");
    expect(asked?.text).toContain("I have asked my colleagues");
    const inbox = JSON.stringify(await owner.get("/timeline/requests"));
    expect(inbox).toContain("How tall is the Eiffel tower?");
  });
});

it("a new text of a guide becomes its next version, and an unchanged one is not uploaded again", async () => {
  const versions = async () => {
    const { documents } = await owner.get("/knowledge-base/documents");
    return JSON.stringify(documents);
  };
  const before = await versions();
  await teachTalkAgent({ apiUrl: rig.api.baseUrl, dataDir });
  expect(await versions()).toBe(before);
});
