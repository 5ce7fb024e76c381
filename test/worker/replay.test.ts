import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import { findCompileCacheFolder } from "../../infra/local/memory-settings.ts";
import { campaignContract } from "../../workflows/campaign/campaign.contract.ts";
import { testEnvironment } from "../harness/environment.ts";
import { createTestNamespace } from "../harness/test-temporal.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ANSWERED = join(ROOT, "test/workflows/histories/0.1.0/call-run-answered.json");

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "replay-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Runs the command as a person does, with a data folder without a stack. */
const replay = (sources: string[], environment: Record<string, string> = {}) =>
  new Promise<{ status: number | string | null | undefined; text: string }>((resolve) => {
    const { PATH, XDG_CACHE_HOME } = process.env;
    const NODE_COMPILE_CACHE = findCompileCacheFolder(process.env);
    const env = { PATH, XDG_CACHE_HOME, NODE_COMPILE_CACHE, DATA_DIR: join(folder, "none"), ...environment };
    execFile(process.execPath, ["worker/replay.ts", ...sources], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, text: `${stdout}${stderr}` }),
    );
  });

describe("of a file", () => {
  it("says that the code would decide the same, and keeps the history", async () => {
    const saved = join(folder, "saved.json");
    const { status, text } = await replay([ANSWERED, "--events", "--save", saved]);
    expect(text).toContain("callRun org-7/call-3f0d2c1e");
    expect(text).toContain("activity placeCall completed");
    expect(text).toContain("replays: this code would decide the same");
    expect(status).toBe(0);
    expect(JSON.parse(await readFile(saved, "utf8"))).toEqual(JSON.parse(await readFile(ANSWERED, "utf8")));
  });

  it("ends with status 1 where the code decides otherwise, and says where", async () => {
    const other = join(folder, "other.json");
    await writeFile(other, (await readFile(ANSWERED, "utf8")).replaceAll('"placeCall"', '"dialNow"'));
    const { status, text } = await replay([other]);
    expect(text).toMatch(/DOES NOT REPLAY.* at event 5\n.*dialNow.*\n.*placeCall/);
    expect(status).toBe(1);
  });

  it("judges nothing, with status 2 and a sentence, where there is nothing to judge", async () => {
    const refusals = await Promise.all([
      replay([]),
      replay(["absent.json"]),
      replay(["org-1/campaign-1"]),
      replay(["org-1/campaign-1"], { TEMPORAL_ADDRESS: "127.0.0.1:1" }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 2));
    const [usage, absent, unknown, unreachable] = refusals.map(({ text }) => text);
    expect(usage).toContain("npm run replay -- <workflow id or history file>");
    expect(absent).toMatch(/There is no file .*absent\.json/);
    expect(unknown).toContain("No Temporal server is known");
    expect(unreachable).toContain("Temporal does not answer at 127.0.0.1:1");
  });
});

describe("of a server's workflow", () => {
  it("fetches it by its id, or by a query; says when there is none", async () => {
    const address = testEnvironment.temporalAddress();
    const namespace = await createTestNamespace();
    const client = new Client({ connection: await Connection.connect({ address }), namespace });
    const input = { organizationId: 7, campaignId: 12 };
    const workflowId = campaignContract.workflowId(input);
    await client.workflow.start(campaignContract.type, { workflowId, taskQueue: "nobody", args: [input] });
    await client.connection.close();
    const server = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
    const [found, absent] = await Promise.all([replay([workflowId], server), replay(["org-7/campaign-13"], server)]);
    expect(found.text).toMatch(/^campaign org-7\/campaign-12, run [\w-]+\n {2}2 events since .*, open\n/);
    expect(found.status).toBe(0);
    expect(absent).toEqual({ status: 2, text: "No workflow has the id org-7/campaign-13.\n" });
  });
});
