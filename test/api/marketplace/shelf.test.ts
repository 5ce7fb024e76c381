import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  getPackOperation,
  getTemplateOperation,
  listPacksOperation,
  listTemplatesOperation,
} from "../../../api/marketplace/marketplace.operations.ts";
import { readPackDemos } from "../../../infra/pack-demos.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-packs-"));
const fileOf = (content: string) => {
  const file = join(folder, `${Math.random()}.json`);
  writeFileSync(file, content);
  return file;
};

let test: TestDatabase;
let api: TestApi;
let viewer: ApiClient;

beforeAll(async () => {
  test = await createTestDatabase();
  const demos = { "table-bookings": { demo_number: "+12025550123" }, "help-desk": { demo_url: "https://example.com" } };
  api = await startTestApi(test, { environment: { PACK_DEMOS_FILE: fileOf(JSON.stringify(demos)) } });
  viewer = api.client({ token: (await createTenant(test)).viewer.token });
});
afterAll(async () => {
  await api.close();
  await test.drop();
  rmSync(folder, { recursive: true });
});

const templates = async (query = {}) => (await viewer.call(listTemplatesOperation, { query })).body.templates;
const packs = async (query = {}) => (await viewer.call(listPacksOperation, { query })).body;
const slugs = async (query = {}) => (await packs(query)).packs.map(({ slug }) => slug);

describe("templates", () => {
  it("are listed with their languages, and narrowed by vertical, direction and language", async () => {
    expect((await templates()).length).toBeGreaterThanOrEqual(12);
    expect(await templates({ vertical: "healthcare", direction: "outbound" })).toEqual([
      {
        id: "appointment-reminder",
        version: "1.0.0",
        name: "Appointment reminder",
        summary: expect.any(String),
        vertical: "healthcare",
        direction: "outbound",
        language: "en-US",
        languages: ["en-US", "de-DE", "es-ES", "fr-FR", "hi-IN"],
      },
    ]);
    expect((await templates({ language: "de" })).map(({ name }) => name)).toEqual([
      "Terminerinnerung",
      "Zufriedenheitsumfrage",
    ]);
  });

  it("tell what they ask for, need and say, in the language that is asked for", async () => {
    const params = { template_id: "order-status" };
    expect((await viewer.call(getTemplateOperation, { params })).body).toMatchObject({
      variables: [{ key: "business_name", required: true, default: null }, { key: "order_api_url" }],
      tools: [{ key: "order_status", category: "http_api", credential: { name: "Order system" } }],
      documents: [{ filename: "returns.md" }],
      conversations: [
        {
          title: "Where an order is",
          played: [
            { speaker: "agent", text: expect.stringContaining("of Example & Co"), step: "Reason of the call" },
            { speaker: "person", text: "What is my order status? My order number is A4711." },
            { speaker: "agent" },
            { speaker: "person" },
            { speaker: "agent", step: "Goodbye" },
          ],
        },
        {},
        {},
      ],
    });
    const german = { params: { template_id: "satisfaction-survey" }, query: { language: "de" } };
    expect((await viewer.call(getTemplateOperation, german)).body.name).toBe("Zufriedenheitsumfrage");
    expect(await viewer.refused(getTemplateOperation, { params, query: { language: "de" } })).toMatchObject({
      status: 422,
      detail: [{ loc: ["query", "language"], msg: "The template speaks en-US" }],
    });
    expect((await viewer.refused(getTemplateOperation, { params: { template_id: "nobody" } })).status).toBe(404);
  });
});

describe("packs", () => {
  it("are listed without those that call and cannot be tried", async () => {
    const { jobs, packs: listed } = await packs();
    expect(listed.map(({ slug }) => slug)).toEqual([
      "customer-feedback",
      "help-desk",
      "shop-support",
      "table-bookings",
    ]);
    expect(jobs).toEqual(["Customer support", "Front desk", "IT support", "Research"]);
    expect(listed.at(-1)).toEqual({
      slug: "table-bookings",
      name: "Table bookings",
      summary: expect.any(String),
      job: "Front desk",
      version: "1.0.0",
      state: "published",
      publisher: { slug: "ringdown", name: "Ringdown", first_party: true },
      badges: ["Answers calls"],
      industries: ["hospitality"],
      languages: ["en-US"],
      demo_number: "+12025550123",
      demo_url: null,
      charging: { needs_voice: true, unit: "minute", hire_price_paise: 0, creator_price_paise: 0 },
      flow: "voice",
      listed: true,
    });
    expect(listed[1]).toMatchObject({ demo_url: "https://example.com", flow: "standard", charging: { unit: "run" } });
  });

  it("are found by text and narrowed by filters", async () => {
    expect(await slugs({ q: "website" })).toEqual(["customer-feedback", "help-desk", "shop-support"]);
    expect(await slugs({ q: "website", industry: "retail" })).toEqual([
      "customer-feedback",
      "help-desk",
      "shop-support",
    ]);
    expect(await slugs({ q: "website", industry: "finance" })).toEqual(["customer-feedback", "help-desk"]);
    expect(await slugs({ q: "orders" })).toEqual(["shop-support"]);
    expect(await slugs({ calling: true })).toEqual(["table-bookings"]);
    expect(await slugs({ language: "hi", q: "x" })).toEqual(["customer-feedback"]);
    expect(await slugs({ job: "front desk" })).toEqual([]);
    expect((await viewer.refused(listPacksOperation, { query: { calling: "perhaps" } })).status).toBe(422);
  });

  it("tell their steps, notes and templates; one that is not on the shelf is not there", async () => {
    const params = { slug: "table-bookings" };
    expect((await viewer.call(getPackOperation, { params })).body).toMatchObject({
      slug: "table-bookings",
      channels: ["inbound_call"],
      steps: expect.arrayContaining(["Notes allergies"]),
      compliance_notes: [expect.stringContaining("Allergies")],
      templates: [{ id: "restaurant-booking", name: "Restaurant booking" }],
    });
    for (const slug of ["call-backs", "nobody"])
      expect((await viewer.refused(getPackOperation, { params: { slug } })).status).toBe(404);
  });
});

describe("the file of demonstrations", () => {
  it("is refused with all that is wrong with it", () => {
    const read = (content: string) => () => readPackDemos({ PACK_DEMOS_FILE: fileOf(content) });
    expect(read("{")).toThrow(/cannot be read as JSON/);
    expect(read('{"help-desk": {"demo_number": "12"}, "x": {"page": 1}}')).toThrow(/2 fault\(s\)/);
    expect(readPackDemos({})).toEqual({});
  });
});
