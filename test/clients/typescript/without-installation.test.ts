import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CallingPlatform, startCallingPlatform } from "../../api/calls/calling-platform.ts";
import { fencedBlocks } from "../../architecture/guides/markdown.ts";
import { missingLines } from "../../docs/guide-shell.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import { findNodePrograms } from "../../harness/node-programs.ts";
import { type PackedClient, packClient } from "./packed-client.ts";

const run = promisify(execFile);
const [script] = fencedBlocks("docs/integrators/cli.md").filter(({ info }) => info === "sh");
const text = script?.text ?? "";

let client: PackedClient;
let platform: CallingPlatform;
let home: string;
let env: Record<string, string>;

beforeAll(async () => {
  client = packClient();
  home = mkdtempSync(join(tmpdir(), "ringdown-npx-"));
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
  const tenant = await createTenant(platform.test);
  const { apiKey } = await createKey(platform.test, { tenant, environment: "sandbox" });
  env = {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    PACKAGE: client.file,
    KEY: apiKey,
    NO_PROXY: "127.0.0.1",
  };
});
afterAll(async () => {
  await platform?.close();
  client?.remove();
  rmSync(home, { recursive: true, force: true });
});

/** The command as it is without an installation; the guide's terminal knows `ask` and `field`, and the key is there already. */
const TERMINAL = `set -e
ringdown() { npx --yes --offline --package "$PACKAGE" -- ringdown "$@"; }
ask() { :; }
field() { echo "$KEY"; }
`;

describe("the command line without an installation", () => {
  it("brings a campaign from an empty folder to its end in ten lines", async () => {
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#>"));
    expect(lines).toHaveLength(10);
    const empty = join(home, "empty");
    mkdirSync(empty);
    const program = TERMINAL + lines.join("\n").replace("http://127.0.0.1:8080", platform.api.baseUrl);
    const { stdout } = await run("bash", ["-c", program], { cwd: empty, env });
    expect({ missing: missingLines(text, stdout), stdout }).toMatchObject({ missing: [] });
    expect(readdirSync(join(empty, "reminders")).toSorted()).toEqual([
      "agent.json",
      "login.txt",
      "people.csv",
      "progress.jsonl",
      "report.csv",
    ]);
  });

  it.each(findNodePrograms())("runs with Node %s", async (_, node) => {
    const program = client.projectAt("node_modules/ringdown/dist/cli.js");
    const { RINGDOWN_URL, RINGDOWN_API_KEY } = {
      RINGDOWN_URL: platform.api.baseUrl,
      RINGDOWN_API_KEY: env["KEY"] ?? "",
    };
    const { stdout } = await run(node, [program, "service", "me"], { env: { ...env, RINGDOWN_URL, RINGDOWN_API_KEY } });
    expect(JSON.parse(stdout)).toMatchObject({ role: expect.any(String) });
  });
});
