import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { type CallingPlatform, startCallingPlatform } from "../../api/calls/calling-platform.ts";
import { hasBrowser, NO_BROWSER, openBrowser } from "../../console/browser.ts";
import { minimalDefinition } from "../../factories/agents.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import { type HttpReceiver, startHttpReceiver } from "../../harness/http-receiver.ts";
import { type PackedClient, packClient } from "./packed-client.ts";

if (!hasBrowser()) process.stderr.write(`\n*** SKIPPED: the client in a browser: ${NO_BROWSER}.\n\n`);
const whereBrowsed = hasBrowser() ? describe : describe.skip;
const ROLLDOWN = join(import.meta.dirname, "../../../node_modules/rolldown/bin/cli.mjs");

/** What somebody would write into a page; it leaves what it saw in `played`. */
const PROGRAM = `
import { NotFoundError, Ringdown, ValidationError } from "ringdown";

const play = async ({ baseUrl, apiKey, definition }) => {
  const ringdown = new Ringdown({ baseUrl, apiKey });
  const agent = await ringdown.agents.create({ name: "In a page", workflow_definition: definition });
  const list = await ringdown.contacts.lists.create({ name: "Two people" });
  const file = new File(["phone_number,name\\n+12025550110,Ada\\n+12025550111,Ben\\n"], "people.csv");
  const { imported } = await ringdown.contacts.importFile(list.id, file);
  const names = [];
  for await (const { name } of ringdown.contacts.list({ contact_list_id: list.id, limit: 1 })) names.push(name);
  const campaign = await ringdown.campaigns.create({
    name: "From a page", workflow_id: agent.id, contact_list_id: list.id, consent_attested: true,
  });
  await ringdown.campaigns.start({ campaign_id: campaign.id });
  const states = [];
  for await (const { state } of ringdown.campaigns.progressStream({ campaign_id: campaign.id })) states.push(state);
  const report = await ringdown.campaigns.report({ campaign_id: campaign.id, rows: "contacts" });
  const lines = (await report.text()).trim().split("\\n").length;
  const missing = await ringdown.campaigns.get({ campaign_id: 987654 }).catch((error) => error);
  const invalid = await ringdown.contacts.lists.create({ name: "" }).catch((error) => error);
  const conversation = await ringdown.conversations.open({ workflow_id: agent.id });
  const sentences = [];
  for await (const sentence of conversation.stream("Who is there?")) sentences.push(sentence);
  const reply = conversation.isOver ? null : await conversation.say("And now?");
  if (!conversation.isOver) await conversation.end();
  return {
    imported, names: names.toSorted(), last: states.at(-1), lines,
    missing: [missing instanceof NotFoundError, missing.code, missing.operation, typeof missing.requestId],
    invalid: [invalid instanceof ValidationError, invalid.faults[0]?.loc.join(".")],
    greeting: typeof conversation.greeting, sentences: sentences.length > 0, isOver: conversation.isOver, reply: typeof reply,
  };
};
globalThis.play = (given) => play(given).catch((error) => ({ failed: String(error.stack) }));
`;

let client: PackedClient;
let platform: CallingPlatform;
let pages: HttpReceiver;
let browser: Browser;

const TYPES: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript" };
const IMPORTS = '<script type="importmap">{"imports":{"ringdown":"/node_modules/ringdown/dist/index.js"}}</script>';
const pageOf = (script: string) => `<!doctype html><link rel="icon" href="data:,">${IMPORTS}${script}`;

beforeAll(async () => {
  if (!hasBrowser()) return;
  client = packClient();
  const text: Record<string, string> = {
    "/modules.html": pageOf('<script type="module" src="/program.js"></script>'),
    "/bundle.html": pageOf('<script src="/bundle.js"></script>'),
    "/program.js": PROGRAM,
    "/bundle.js": bundle(),
  };
  pages = await startHttpReceiver();
  pages.answer = ({ url }, response) => {
    const body = text[url] ?? readFileSync(client.projectAt(normalize(url)));
    response.setHeader("content-type", TYPES[url.split(".").at(-1) ?? ""] ?? "text/plain").end(body);
  };
  const script = { speed: 1000, defaults: { outcomes: ["answered" as const] } };
  platform = await startCallingPlatform(script, { CORS_ORIGINS: new URL(pages.url).origin });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
  await pages?.close();
  client?.remove();
});

/** One script, as a page has it whose builder bundles for browsers. */
const bundle = (): string => {
  const [program, made] = [client.projectAt("program.js"), client.projectAt("made.js")];
  writeFileSync(program, PROGRAM);
  const words = [program, "--file", made, "--platform", "browser", "--format", "iife", "--minify"];
  execFileSync(process.execPath, [ROLLDOWN, ...words], { cwd: client.projectAt(), stdio: "pipe" });
  return readFileSync(made, "utf8");
};

const openPage = async (address: string): Promise<{ page: Page; faults: string[] }> => {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(address);
  await page.waitForFunction("typeof globalThis.play === 'function'");
  return { page, faults };
};

whereBrowsed("the packed client in a page of another origin", () => {
  it.each(["/modules.html", "/bundle.html"])(
    "does operations, lists, uploads, streams, errors and a conversation (%s)",
    async (path) => {
      const { apiKey } = await createKey(platform.test, {
        tenant: await createTenant(platform.test),
        environment: "sandbox",
      });
      const { page, faults } = await openPage(new URL(path, pages.url).href);
      const given = { baseUrl: platform.api.baseUrl, apiKey, definition: minimalDefinition() };
      const played = await page.evaluate(`globalThis.play(${JSON.stringify(given)})`);
      expect({ played, faults }).toEqual({
        played: {
          imported: 2,
          names: ["Ada", "Ben"],
          last: "completed",
          lines: 3,
          missing: [true, "not_found", "campaigns.get", "string"],
          invalid: [true, "body.name"],
          greeting: "string",
          sentences: true,
          isOver: true,
          reply: expect.any(String),
        },
        faults: [],
      });
      await page.close();
    },
  );

  it("is kept out by the browser where the operator has not named the page's origin", async () => {
    const address = new URL("/modules.html", pages.url).href.replace("127.0.0.1", "localhost");
    const { page } = await openPage(address);
    const given = { baseUrl: platform.api.baseUrl, apiKey: "vap_test_key", definition: minimalDefinition() };
    const played = await page.evaluate(`globalThis.play(${JSON.stringify(given)})`);
    expect(played).toMatchObject({ failed: expect.stringContaining("ConnectionError: agents.create") });
    await page.close();
  });
});
