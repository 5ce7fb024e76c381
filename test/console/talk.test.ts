import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "pg";
import type { Browser, BrowserContext, FrameLocator, Page } from "playwright-core";
import {
  createDemoClient,
  type DemoClient,
  type Json,
  readNumber,
  readObject,
  readText,
} from "../../infra/local/demo/demo-client.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { hasBrowser, NO_BROWSER, openBrowser } from "./browser.ts";
import { openConsole } from "./console-page.ts";
import { speakingBrowser } from "./speaking-browser.ts";
import { expectFlawless, expectToFitTelephone } from "./stories/expectations.ts";

type Voice = ReturnType<typeof speakingBrowser>;

const GREETING = "Hello, this is Mira.";
const AGENT = {
  name: "Mira",
  workflow_definition: {
    nodes: [
      {
        id: "1",
        type: "startCall",
        position: { x: 0, y: 0 },
        data: {
          name: "Welcome",
          prompt: "Answer the person.",
          greeting: GREETING,
          extraction_enabled: false,
          allow_interrupt: true,
          add_global_prompt: false,
        },
      },
      {
        id: "2",
        type: "endCall",
        position: { x: 0, y: 200 },
        data: {
          name: "Goodbye",
          prompt: "Say goodbye.",
          extraction_enabled: false,
          add_global_prompt: false,
        },
      },
    ],
    edges: [{ id: "e", source: "1", target: "2", data: { label: "Finished", condition: "the person is finished" } }],
  },
};

let stack: TestStack;
let browser: Browser;
let client: DemoClient;
let agentId: number;
/** A page of somebody else, on an origin of its own, with a talk button. */
let shop: { server: Server; origin: string; html: string };

const inBrowser = hasBrowser() ? describe : describe.skip;
if (!hasBrowser()) process.stderr.write(`SKIPPED: ${NO_BROWSER}\n`);

const openShop = async () => {
  const opened = {
    server: createServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(opened.html);
    }),
    origin: "",
    html: "",
  };
  await new Promise<void>((resolve) => {
    opened.server.listen(0, "127.0.0.1", resolve);
  });
  // Another host name than the platform's: another site, as far as the browser is concerned.
  opened.origin = `http://localhost:${(opened.server.address() as AddressInfo).port}`;
  return opened;
};

const SOURCES = join(import.meta.dirname, "../../console");
/** Evaluates a script that imports sources of the page, in a page of its own. */
const evaluateSources = async <T>(script: string): Promise<T> => {
  const { page, close } = await openConsole(browser, "about:blank");
  await page.route("http://sources.example/**", (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === "") return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Words</title>" });
    const body = stripTypeScriptTypes(readFileSync(join(SOURCES, name), "utf8"));
    return route.fulfill({ contentType: "text/javascript", body });
  });
  await page.goto("http://sources.example/");
  const result = await page.evaluate<T>(script);
  await close();
  return result;
};
/** Does something with the transcript, and returns its lines. */
const readTranscript = (steps: string) =>
  evaluateSources<string[]>(`import("/talk/transcript.ts").then(({ createTranscript }) => {
    const transcript = createTranscript(document.body, "Mira");
    ${steps}
    return [...document.body.children].map((line) => line.className + ": " + line.lastChild.textContent);
  })`);
/** Writes words to an agent with audio, and returns what became of them, in its order. */
const writeWords = (steps: string) =>
  evaluateSources<string[]>(`import("/talk/written-words.ts").then(async ({ createWrittenWords }) => {
    const told = [];
    const ids = new Map();
    let isBroken = false;
    const words = createWrittenWords({
      send: async ({ text, id }) => {
        told.push("sent: " + text + (ids.has(text) && ids.get(text) !== id ? " as others" : ""));
        ids.set(text, id);
        if (isBroken) throw new Error("there is no connection");
      },
      show: (text) => told.push("shown: " + text),
    });
    const taken = (text) => words.taken({ text, id: ids.get(text) ?? null });
    // A failure is known at once, and a second passes at once.
    window.setTimeout = (work) => { isBroken = false; work(); };
    const failuresAreKnown = () => new Promise((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
    ${steps}
    return told;
  })`);
/** Talks over connections that a script answers, with words that sound until they are interrupted; returns what was sent. */
const talkInWords = (steps: string) =>
  evaluateSources<Record<string, unknown>[]>(`import("/talk/conversation.ts").then(({ runConversation }) => {
    const sockets = [];
    const sent = [];
    window.WebSocket = class extends EventTarget {
      static OPEN = 1;
      readyState = 0;
      constructor() { super(); sockets.push(this); }
      send(text) { sent.push(text); }
      close() {}
      open() { this.readyState = 1; this.dispatchEvent(new Event("open")); }
      lose() { this.readyState = 3; this.dispatchEvent(new CloseEvent("close", { code: 1006 })); }
      tell(frame) { this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) })); }
    };
    // A connection is made again at once.
    window.setTimeout = (work) => work();
    let isSpeaking = false;
    let mayBeInterrupted = true;
    const said = [];
    const player = {
      say: (text, { interruptible }) => { isSpeaking = true; mayBeInterrupted = interruptible; said.push(text); },
      finish: (done) => { if (!isSpeaking) done(); },
      isSpeaking: () => isSpeaking,
      interrupt: () => { if (!mayBeInterrupted) return null; isSpeaking = false; return "Good"; },
      recentWords: () => "",
      begin: () => {},
      reset: () => { isSpeaking = false; },
    };
    const transcript = new Proxy({}, { get: () => () => {} });
    const talk = runConversation({ token: "t", player, transcript, onStatus: () => {}, onLanguage: () => {} });
    ${steps}
    return [...sent.map((text) => JSON.parse(text)), { said }];
  })`);
const setupsOf = (sent: Record<string, unknown>[]) => sent.filter(({ type }) => type === "setup");
const promptsOf = (sent: Record<string, unknown>[]) =>
  sent.filter(({ type, last }) => type === "prompt" && last).map(({ voicePrompt }) => voicePrompt);

const embedToken = async (origins: readonly string[]) =>
  client.post(`/workflows/${agentId}/embed-tokens`, { allowed_origins: origins });

/** Changes rows of an embed token as time would, and returns how many. */
const change = async (statement: string, token: Json): Promise<number | null> => {
  const db = new Client({ connectionString: stack.running.environment["DATABASE_MIGRATIONS_URL"] });
  await db.connect();
  try {
    return (await db.query(statement, [readNumber(token, "id")])).rowCount;
  } finally {
    await db.end();
  }
};

const transcriptOf = async (run: Json) =>
  JSON.stringify(await client.get(`/workflows/${agentId}/runs/${readNumber(run, "id")}/transcript`));

const openPage = async (url: string, prepare?: (context: BrowserContext) => Promise<void>) => {
  const opened = await openConsole(browser, "about:blank", { permissions: ["microphone"] });
  await prepare?.(opened.context);
  await opened.page.goto(url);
  return opened;
};
const write = async (page: Page | FrameLocator, text: string) => {
  await page.getByLabel("Write instead").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
};
const said = (page: Page | FrameLocator, text: string | RegExp) =>
  page.getByRole("log").getByText(text).first().waitFor();

inBrowser("the page to talk on, on the whole platform", () => {
  beforeAll(async () => {
    stack = await openTestStack();
    browser = await openBrowser();
    shop = await openShop();
    const root = `${stack.running.addresses.api}/api/v1`;
    const session = await createDemoClient(root).post("/auth/signup", {
      email: "talk@example.com",
      password: "a password of some length",
    });
    client = createDemoClient(root, { authorization: `Bearer ${readText(session, "token")}` });
    const agent = await client.post("/workflows/create/definition", AGENT);
    agentId = readNumber(agent, "id");
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.close();
    shop?.server.close();
  });

  it("holds a conversation in writing where the browser neither hears nor speaks", async () => {
    const run = await client.post(`/workflows/${agentId}/runs`, { mode: "smallwebrtc", name: "WEB-1" });
    const opened = await openPage(readText(readObject(run, "join"), "page_url"));
    const { page } = opened;
    await page.getByRole("heading", { name: "Mira" }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByRole("button", { name: "Start talking" }).click();
    await said(page, GREETING);
    await page.getByText("This browser has no voice: read the answers.").waitFor();
    await write(page, "What do you do?");
    await said(page, /after \d+ ms/);
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByText("The conversation is over.").waitFor();
    expect(opened.complaints).toEqual([]);
    await waitUntil("what was written is kept", async () => (await transcriptOf(run)).includes("What do you do?"));
    await waitUntil("its run is over", async () =>
      JSON.stringify(await client.get(`/workflows/${agentId}/runs/${readNumber(run, "id")}`)).includes("user_hangup"),
    );
    await page.reload();
    await page.getByText("Conversation not found").waitFor();
    await opened.close();
  });

  it("hears, speaks, and is spoken over: what was heard is what is kept", async () => {
    const run = await client.post(`/workflows/${agentId}/runs`, { mode: "smallwebrtc", name: "WEB-2" });
    const voice = speakingBrowser();
    const opened = await openPage(readText(readObject(run, "join"), "page_url"), (context) => voice.install(context));
    const { page } = opened;
    await page.getByRole("button", { name: "Start talking" }).click();
    await voice.startsToSay(page, GREETING);
    await page.getByText("Microphone").waitFor();
    await voice.speaksSoFar(page, "Hello, this");
    await voice.hears(page, { forming: "Wait, one question" });
    await voice.hears(page, { final: "Wait, one question please" });
    await said(page, "Wait, one question please");
    await page.getByRole("log").locator("s", { hasText: "is Mira." }).waitFor();
    await waitUntil("what was heard is kept", async () =>
      (await transcriptOf(run)).includes(`"text":"${GREETING}","heard":"Hello, this"`),
    );
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByText("The conversation is over.").waitFor();
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });

  it("keeps what is written over words that may not be interrupted, also in the agent's own words, and sends it after them", async () => {
    const [start, ...others] = AGENT.workflow_definition.nodes;
    const nodes = [{ ...start, data: { ...start?.data, allow_interrupt: false } }, ...others];
    const workflow_definition = { ...AGENT.workflow_definition, nodes };
    const stubborn = await client.post("/workflows/create/definition", { ...AGENT, workflow_definition });
    const runs = `/workflows/${readNumber(stubborn, "id")}/runs`;
    const run = await client.post(runs, { mode: "smallwebrtc", name: "WEB-4" });
    const voice = speakingBrowser();
    const opened = await openPage(readText(readObject(run, "join"), "page_url"), (context) => voice.install(context));
    const { page } = opened;
    await page.getByRole("button", { name: "Start talking" }).click();
    await voice.startsToSay(page, GREETING);
    await write(page, "Hello");
    await page.locator("p.person").getByText("Hello").waitFor();
    await voice.finishes(page);
    await waitUntil("what was written is kept", async () =>
      JSON.stringify(await client.get(`${runs}/${readNumber(run, "id")}/transcript`)).includes('"text":"Hello"'),
    );
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByText("The conversation is over.").waitFor();
    await opened.close();
  });

  it.each([
    { name: "is broken off", end: (voice: Voice, page: Page) => voice.breaksOff(page) },
    { name: "is muted", end: (_: Voice, page: Page) => page.getByRole("button", { name: "Mute" }).click() },
    { name: "understands nothing", end: (voice: Voice, page: Page) => voice.hears(page, { final: "" }) },
  ])("answers the words that formed where the browser's recognition $name before it has a result", async ({ end }) => {
    const run = await client.post(`/workflows/${agentId}/runs`, { mode: "smallwebrtc", name: "WEB-3" });
    const voice = speakingBrowser();
    const opened = await openPage(readText(readObject(run, "join"), "page_url"), (context) => voice.install(context));
    const { page } = opened;
    await page.getByRole("button", { name: "Start talking" }).click();
    await voice.startsToSay(page, GREETING);
    await page.getByText("Microphone").waitFor();
    await voice.hears(page, { forming: "Wait, one question" });
    await page.getByRole("log").locator("s").waitFor();
    await end(voice, page);
    await voice.answers(page);
    await waitUntil("what had formed is kept", async () => (await transcriptOf(run)).includes("Wait, one question"));
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByText("The conversation is over.").waitFor();
    await opened.close();
  });

  it("takes back words of which nothing became, and says the agent's line again that stands above those that form", async () => {
    const answered = await readTranscript(`
      transcript.personForms("I want");
      transcript.personForms("");
      transcript.agentSays("How can I help you?");
      transcript.personSays("A table.");
    `);
    expect(answered).toEqual(["agent: How can I help you?", "person: A table."]);
    const repeated = await readTranscript(`
      transcript.agentSays("How can I help you?");
      transcript.personForms("a table");
      transcript.agentRepeats();
      transcript.agentSays("How can I help?");
    `);
    expect(repeated).toEqual(["person forming: a table", "agent: How can I help?"]);
    const whole = await readTranscript(`
      transcript.agentSays("How can I help you?");
      transcript.agentRepeats();
      transcript.agentIsDone();
      transcript.agentSays("Are you still there?");
      transcript.agentIsDone();
      transcript.agentRepeats();
      transcript.agentSays("Goodbye.");
    `);
    expect(whole).toEqual(["agent: How can I help you?", "agent: Are you still there?", "agent: Goodbye."]);
  });

  it("keeps what is written to an agent with audio until one has taken it, and shows it once", async () => {
    const early = await writeWords(`
      words.write("Hello?");
      words.agentListens();
      words.agentListens();
      taken("Hello?");
      taken("Hello?");
    `);
    expect(early).toEqual(["shown: Hello?", "sent: Hello?"]);
    const there = await writeWords(`
      words.agentListens();
      words.write("A table");
      taken("said in between");
      taken("A table");
    `);
    expect(there).toEqual(["sent: A table", "shown: said in between", "shown: A table"]);
    // The process that had taken the first is dead before anybody knows it.
    const replaced = await writeWords(`
      words.agentListens();
      words.write("A table");
      taken("A table");
      words.write("for two");
      words.agentLeaves();
      words.write("at eight");
      words.agentListens();
      taken("for two");
      taken("at eight");
    `);
    expect(replaced).toEqual([
      ...["sent: A table", "shown: A table", "sent: for two", "shown: at eight"],
      ...["sent: for two", "sent: at eight", "shown: for two"],
    ]);
  });

  it("sends what is written to an agent with audio once more where that failed, or its connection was lost meanwhile", async () => {
    const failed = await writeWords(`
      words.agentListens();
      isBroken = true;
      words.write("A table");
      await failuresAreKnown();
      taken("A table");
    `);
    expect(failed).toEqual(["sent: A table", "sent: A table", "shown: A table"]);
    const lost = await writeWords(`
      words.agentListens();
      words.write("A table");
      words.write("for two");
      taken("A table");
      words.connectionIsBack();
      taken("for two");
      words.connectionIsBack();
    `);
    expect(lost).toEqual(["sent: A table", "sent: for two", "shown: A table", "sent: for two", "shown: for two"]);
  });

  it("tells on the next connection of an interruption while there was none, and sends what was said in it", async () => {
    const answered = await talkInWords(`
      sockets[0].open();
      sockets[0].tell({ type: "text", token: "Good day, how can I help you?", last: false });
      sockets[0].tell({ type: "text", token: "", last: true });
      sockets[0].lose();
      talk.says("A table for two");
      sockets[1].open();
      sockets[1].tell({ type: "text", token: "", last: true });
    `);
    expect(setupsOf(answered)[1]).toMatchObject({ interrupted: "Good", missed: false });
    expect(promptsOf(answered)).toEqual(["A table for two"]);
  });

  it("tells on the next connection what was missed of a reply, and words that nothing has answered", async () => {
    const sent = await talkInWords(`
      sockets[0].open();
      sockets[0].tell({ type: "text", token: "Good day.", last: false });
      sockets[0].lose();
      sockets[1].open();
      sockets[1].tell({ type: "text", token: "Good day.", last: false });
      sockets[1].tell({ type: "text", token: "", last: true });
      talk.says("A table");
      // It is closing.
      sockets[1].readyState = 2;
      talk.says("for two");
      sockets[1].lose();
      sockets[2].open();
      sockets[2].tell({ type: "text", token: "", last: true });
      sockets[2].lose();
      sockets[3].open();
    `);
    const unanswered = ["A table", "for two"].map((text) => ({ id: expect.any(String), text }));
    const nothing = { interrupted: null, unanswered: [], missed: false };
    expect(setupsOf(sent)).toMatchObject([
      nothing,
      { ...nothing, missed: true },
      { interrupted: "Good", unanswered, missed: true },
      nothing,
    ]);
  });

  it("tells on the next connection the last turn whose words came whole or were spoken over, unless the person has spoken since", async () => {
    const sent = await talkInWords(`
      const hear = (socket, turn, last) => socket.tell({ type: "text", token: "Good day.", last, turn, interruptions: 0 });
      sockets[0].open();
      hear(sockets[0], "greeting", true);
      hear(sockets[0], "answer", false);
      sockets[0].lose();
      sockets[1].open();
      hear(sockets[1], "answer", false);
      talk.forms("A table");
      sockets[1].lose();
      sockets[2].open();
      sockets[2].lose();
      talk.says("A table");
      sockets[3].open();
    `);
    expect(setupsOf(sent).map(({ settled }) => settled)).toEqual([null, "greeting", "answer", null]);
  });

  it("says what may not be interrupted and was on its way when the person's words formed, which are answered after it", async () => {
    const sent = await talkInWords(`
      sockets[0].open();
      sockets[0].tell({ type: "text", token: "Good day.", last: false });
      talk.forms("A table");
      sockets[0].tell({ type: "text", token: "How are you?", last: false });
      sockets[0].tell({ type: "text", token: "This call is recorded.", last: false, interruptible: false });
      talk.says("A table for two");
    `);
    expect(sent.at(-1)).toEqual({ said: ["Good day.", "This call is recorded."] });
    expect(promptsOf(sent)).toEqual(["A table for two"]);
  });

  it("says on a page of another origin that as many people talk already as its token allows", async () => {
    const token = await client.post(`/workflows/${agentId}/embed-tokens`, {
      allowed_origins: [shop.origin],
      max_concurrent: 1,
    });
    shop.html = `<!doctype html><title>A shop</title><h1>A shop</h1>${readText(token, "embed_script")}`;
    const [first, second] = [await openPage(shop.origin), await openPage(shop.origin)];
    await first.page.getByRole("button", { name: "Talk to us" }).click();
    await first.page.frameLocator("iframe").getByRole("button", { name: "Start talking" }).click();
    await said(first.page.frameLocator("iframe"), GREETING);
    await second.page.getByRole("button", { name: "Talk to us" }).click();
    await second.page.getByRole("alert").getByText("limit of conversations at one time is reached").waitFor();
    await Promise.all([first.close(), second.close()]);
  });

  it("says on a page of another origin that its token's minutes or the organization's budget are used up", async () => {
    const token = await client.post(`/workflows/${agentId}/embed-tokens`, {
      allowed_origins: [shop.origin],
      max_minutes: 1,
    });
    shop.html = `<!doctype html><title>A shop</title><h1>A shop</h1>${readText(token, "embed_script")}`;
    const first = await openPage(shop.origin);
    await first.page.getByRole("button", { name: "Talk to us" }).click();
    await first.page.frameLocator("iframe").getByRole("button", { name: "Start talking" }).click();
    await said(first.page.frameLocator("iframe"), GREETING);
    await first.page.getByRole("button", { name: "Close" }).click();
    const talked = "embed_token_id = $1 and ended_at is not null";
    await waitUntil("it is over", async () => (await change(`select 1 from call_runs where ${talked}`, token)) === 1);
    await change(`update call_runs set duration_seconds = 61 where ${talked}`, token);
    await first.page.reload();
    await first.page.getByRole("button", { name: "Talk to us" }).click();
    await first.page.getByRole("alert").getByText("minutes").waitFor();
    await first.close();

    const another = await embedToken([shop.origin]);
    const ours = "id = (select organization_id from embed_tokens where id = $1)";
    const limit = (budget: string) => change(`update organizations set budget = ${budget} where ${ours}`, another);
    await limit(`'{"daily_minor": 0, "monthly_minor": null, "currency": "USD"}'`);
    shop.html = `<!doctype html><title>A shop</title><h1>A shop</h1>${readText(another, "embed_script")}`;
    const second = await openPage(shop.origin);
    await second.page.getByRole("button", { name: "Talk to us" }).click();
    await second.page.getByRole("alert").getByText("budget").waitFor();
    await limit("null");
    await second.close();
  });

  it("stands behind a button on a page of another origin, and on no page that is not named", async () => {
    const token = await embedToken([shop.origin]);
    shop.html = `<!doctype html><title>A shop</title><h1>A shop</h1>${readText(token, "embed_script")}`;
    const opened = await openPage(shop.origin);
    const { page } = opened;
    await page.getByRole("button", { name: "Talk to us" }).click();
    const frame = page.frameLocator("iframe");
    await frame.getByRole("button", { name: "Start talking" }).click();
    await said(frame, GREETING);
    await page.getByRole("button", { name: "Close" }).click();
    // Closed by its person: the conversation is over at once.
    await waitUntil("the conversation is over", async () =>
      JSON.stringify(await client.get(`/workflows/${agentId}/runs?limit=1`)).includes("user_hangup"),
    );

    const elsewhere = await embedToken(["https://elsewhere.example.com"]);
    shop.html = `<!doctype html><title>A shop</title><h1>A shop</h1>${readText(elsewhere, "embed_script")}`;
    await page.reload();
    await page.getByRole("button", { name: "Talk to us" }).click();
    await page.getByRole("alert").getByText("could not be opened").waitFor();
    // The page cannot be framed by its address either: its own policy says where it may be.
    shop.html = `<!doctype html><title>A shop</title><iframe title="talk" src="${readText(elsewhere, "page_url")}"></iframe>`;
    await page.goto(`${shop.origin}/framed`);
    // Its policy is checked by test/api/conversations/web-call; here is what a browser makes of it.
    await waitUntil("the browser has refused to show it", () =>
      opened.complaints.some((complaint) => complaint.includes("frame-ancestors")),
    );
    expect(await page.frameLocator("iframe").getByRole("heading", { name: "Mira" }).count()).toBe(0);
    await opened.close();
  });
});
