import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import { fencedBlocks } from "../architecture/guides/markdown.ts";
import { installed, runPython } from "../clients/python/python-client.ts";
import { createKey, createTenant } from "../factories/tenant.ts";
import { missingLines } from "./guide-shell.ts";

const whereInstalled = installed === null ? describe.skip : describe;
const GUIDE = "docs/integrators/python.md";
const MARK = "--- the next block";

let platform: CallingPlatform;
beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
});
afterAll(() => platform.close());

whereInstalled("the guide of the Python client, carried out from its first line to its last", () => {
  it("prints what it shows", async () => {
    const blocks = fencedBlocks(GUIDE).filter(({ info }) => info === "python");
    expect(blocks.length).toBeGreaterThan(7);
    const { apiKey } = await createKey(platform.test, {
      tenant: await createTenant(platform.test),
      environment: "sandbox",
    });
    const program = blocks.map(({ text }) => `${text}\nprint("${MARK}", flush=True)`).join("\n");
    const here = program.replaceAll("http://127.0.0.1:8080", platform.api.baseUrl);
    const printed = (await runPython(["-c", `KEY = ${JSON.stringify(apiKey)}\n${here}`])).split(`${MARK}\n`);
    const missing = blocks.map(({ text, line }, index) => ({ line, lines: missingLines(text, printed[index] ?? "") }));
    expect(missing.filter(({ lines }) => lines.length > 0)).toEqual([]);
  });
});
