import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { chooseTalkLanguage } from "../../../infra/local/talk-agent.ts";
import { openTalkPage } from "../../../infra/local/talk-page.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "ringdown-talk-"));
let test: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
});
afterAll(async () => {
  await api.close();
  await test.drop();
  rmSync(dataDir, { recursive: true });
});

const open = () => openTalkPage({ apiUrl: api.baseUrl, dataDir });
const organizations = () => test.everything.selectFrom("organizations").select("id").execute();

it("makes an agent to talk with at the first start, keeps its page, and makes another where that one is gone", async () => {
  const url = await open();
  expect(url).toMatch(`${api.baseUrl}/talk/`);
  expect(await open()).toBe(url);
  expect(await organizations()).toHaveLength(1);
  const token = url.split("/").at(-1) ?? "";
  const described = await fetch(`${api.baseUrl}/api/v1/public/talk/${token}`);
  expect(await described.json()).toMatchObject({ kind: "embed", agent_name: "Mira" });
  const file = join(dataDir, "talk-page.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const kept = JSON.parse(readFileSync(file, "utf8"));
  expect(kept).toMatchObject({ token, url, guides: {} });
  writeFileSync(file, JSON.stringify({ ...kept, token: "gone", url: `${api.baseUrl}/talk/gone` }));
  expect(await open()).not.toBe(url);
  expect(await organizations()).toHaveLength(2);
});

it("greets in the language of the machine, and hears that language in the browser", async () => {
  expect(chooseTalkLanguage({ LANG: "de_AT.UTF-8" })).toBe("de");
  expect(chooseTalkLanguage({ LANG: "de_DE.UTF-8", LC_ALL: "C" })).toBe("en");
  const german = mkdtempSync(join(tmpdir(), "ringdown-talk-german-"));
  const url = await openTalkPage({ apiUrl: api.baseUrl, dataDir: german, language: "de" });
  rmSync(german, { recursive: true });
  const described = await fetch(`${api.baseUrl}/api/v1/public/talk/${url.split("/").at(-1)}`);
  expect(await described.json()).toMatchObject({ agent_name: "Mira", language: "de-DE" });
});
