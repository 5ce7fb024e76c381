import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { unzipSync, zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { recordKeyOperation } from "../../../api/record/record.operations.ts";
import { openBrowser } from "../../console/browser.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { type RecordedCampaign, runRecordedCampaign } from "./recorded-campaign.ts";

const FILE = join(import.meta.dirname, "../../../console/public/verify.html");

let recorded: RecordedCampaign;
let browser: Browser;
let archive: Uint8Array;
let key: string;
/** Everything that pages have asked for. */
const asked: string[] = [];

beforeAll(async () => {
  [recorded, browser] = await Promise.all([runRecordedCampaign(), openBrowser()]);
  const response = await fetch(`${recorded.api.baseUrl}/api/v1/campaigns/${recorded.campaignId}/record`, {
    headers: { authorization: `Bearer ${recorded.tenant.viewer.token}` },
  });
  archive = new Uint8Array(await response.arrayBuffer());
  const { keys } = (await recorded.operator.call(recordKeyOperation)).body;
  key = keys[0]?.verifier_key ?? "";
});
afterAll(async () => {
  await browser?.close();
  await recorded?.close();
});

/** Opens the file itself, on a machine without a network. */
const openPage = async (locale = "en-GB"): Promise<Page> => {
  const context = await browser.newContext({ locale, offline: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(FILE).href);
  return page;
};

const give = async (page: Page, bytes: Uint8Array, vkey = key) => {
  await page
    .locator("#archive")
    .setInputFiles({ name: "campaign.zip", mimeType: "application/zip", buffer: Buffer.from(bytes) });
  await page.locator("#keys").fill(vkey);
  await page.locator("#check").click();
  await page.locator("#results h2").waitFor();
};
const results = (page: Page) => page.locator("#results").innerText();

const tampered = () => {
  const files = unzipSync(archive);
  const lines = Buffer.from(files["entries.jsonl"] ?? "")
    .toString()
    .split("\n");
  lines[3] = (lines[3] ?? "").replace('"at":"20', '"at":"21');
  return zipSync({ ...files, "entries.jsonl": Buffer.from(lines.join("\n")) });
};

describe("the page that checks a record, opened from a file without a network", () => {
  it("says of each promise that it is kept, in English and in German", async () => {
    const page = await openPage();
    await give(page, archive);
    expect(await page.locator("#results h2").innerText()).toBe("Every promise is kept");
    const items = await page.locator("#results li").allInnerTexts();
    expect(items).toHaveLength(12);
    expect(items.every((item) => /^yes .+ \([\d,]+ [a-z ]+\)$/.test(item))).toBe(true);
    await page.locator("#language").click();
    const german = await page.locator("#results li").allInnerTexts();
    expect(await page.locator("#results h2").innerText()).toBe("Jede Zusage ist gehalten");
    expect(german.every((item) => item.startsWith("ja "))).toBe(true);
    const untold = german.filter((item) => /attempt|entries|record|checkpoint/.test(item));
    expect(untold).toEqual([]);
  });

  it("names what was changed, and greets a German in German", async () => {
    const page = await openPage("de-AT");
    await give(page, tampered());
    expect(await results(page)).toContain("Nicht jede Zusage ist gehalten");
    expect(await results(page)).toContain("Eintrag 3: Eintrag 3 ist nicht der unterschriebene");
  });

  it("takes an archive that is dropped on it", async () => {
    const page = await openPage();
    const transfer = await page.evaluateHandle(`(() => {
      const made = new DataTransfer();
      const bytes = new Uint8Array(${JSON.stringify([...archive])});
      made.items.add(new File([bytes], "dropped.zip", { type: "application/zip" }));
      return made;
    })()`);
    await page.dispatchEvent("#drop", "drop", { dataTransfer: transfer });
    expect(await page.locator("#chosen").innerText()).toBe("dropped.zip");
    await page.locator("#keys").fill(key);
    await page.locator("#check").click();
    await page.locator("#results h2.yes").waitFor();
  });

  it("says what is missing or wrong", async () => {
    const page = await openPage();
    await page.locator("#check").click();
    expect(await results(page)).toContain("Choose the archive first");
    await give(page, archive, " ");
    expect(await results(page)).toContain("Paste the key");
    await give(page, archive, "no key");
    expect(await results(page)).toContain("This is no verifier key");
    await give(page, Buffer.from("no archive"));
    expect(await results(page)).toContain("This is no ZIP file");
    await page.locator("#language").click();
    expect(await results(page)).toContain("Das ist keine ZIP-Datei");
  });

  it("asks for nothing but itself, and could not", async () => {
    expect(new Set(asked)).toEqual(new Set([pathToFileURL(FILE).href]));
    expect(readFileSync(FILE, "utf8")).toContain("default-src 'none'");
    const page = await openPage();
    const reached = await page.evaluate('fetch("data:text/plain,x").then(() => "sent", () => "refused")');
    expect(reached).toBe("refused");
  });
});
