import { execFile } from "node:child_process";
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getLibFiles, ts } from "@ts-morph/common";
import { buildTypeScript } from "../../../scripts/clients/build-typescript.ts";
import { type CallingPlatform, startCallingPlatform } from "../../api/calls/calling-platform.ts";
import { fencedBlocks } from "../../architecture/guides/markdown.ts";
import { missingLines } from "../../docs/guide-shell.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import { findNodePrograms } from "../../harness/node-programs.ts";
import { type PackedClient, packClient } from "./packed-client.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../../..");
const LARGEST_PACKAGE_BYTES = 300_000;

let client: PackedClient;
let projectAt: PackedClient["projectAt"];

const readAll = (built: string) =>
  Object.fromEntries(
    globSync("**/*.*", { cwd: built })
      .sort()
      .map((path) => [path, readFileSync(join(built, path), "utf8")]),
  );

beforeAll(() => {
  client = packClient();
  ({ projectAt } = client);
});
afterAll(() => client.remove());

describe("the package", () => {
  it("is small, has its texts, and brings no other package", () => {
    expect(client.packed.size).toBeLessThan(LARGEST_PACKAGE_BYTES);
    expect(client.packed.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "dist/index.d.ts"]),
    );
    expect(readdirSync(projectAt("node_modules")).filter((name) => !name.startsWith("."))).toEqual(["ringdown"]);
  });

  it("has the version of the project", () => {
    const versionIn = (path: string): string => JSON.parse(readFileSync(path, "utf8")).version;
    expect(versionIn(join(client.built, "package.json"))).toBe(versionIn(join(ROOT, "package.json")));
  });

  it("is the same bytes each time", () => {
    const again = join(client.folder, "again");
    buildTypeScript(again);
    expect(readAll(again)).toEqual(readAll(client.built));
  });
});

const [tour] = fencedBlocks("clients/typescript/README.md").filter(({ info }) => info === "js");
const tourText = tour?.text ?? "";

describe("the types of the package", () => {
  const USES = [
    "declare const process: { env: Record<string, string | undefined> };",
    "declare const console: { log(...words: unknown[]): void };",
    tourText,
    'import { verifyWebhook, RingdownError, type Campaign } from "ringdown";',
    "const first: Campaign | undefined = (await ringdown.campaigns.list({ limit: 1 })).campaigns[0];",
    "for await (const { id } of ringdown.campaigns.list()) id.toFixed();",
    'const event = await verifyWebhook<{ type: string }>({ payload: "", headers: {}, secret: "" });',
    "const conversation = await ringdown.conversations.open({ workflow_id: 1 });",
    'const reply: string | null = (await conversation.say("hello")).text;',
    "try { await ringdown.service.me(); } catch (error) { if (error instanceof RingdownError) error.faults[0]?.loc; }",
    "console.log(first, event.type, reply);",
  ].join("\n");
  const WRONG = [
    'import { Ringdown } from "ringdown";',
    'const ringdown = new Ringdown({ baseUrl: "" });',
    "await ringdown.campaigns.start({});",
    'await ringdown.campaigns.get({ campaign_id: "twelve" });',
    "await ringdown.campaigns.get({ campaign_id: 1, colour: 2 });",
    "(await ringdown.campaigns.get({ campaign_id: 1 })).colour;",
    "for await (const { colour } of ringdown.campaigns.list()) colour;",
    "await ringdown.campaigns.fly({ campaign_id: 1 });",
  ].join("\n");
  const OPTIONS = [
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--lib",
    "es2022,dom,dom.iterable,dom.asynciterable",
  ];

  beforeAll(() => {
    writeFileSync(projectAt("uses.ts"), USES);
    writeFileSync(projectAt("wrong.ts"), WRONG);
  });

  it("hold for a program that uses it, and refuse a wrong one, with this project's TypeScript", async () => {
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const check = (file: string) => run(process.execPath, [tsc, ...OPTIONS, file], { cwd: projectAt() });
    await check("uses.ts");
    const { stdout } = await check("wrong.ts").catch((error: unknown) => error as { stdout: string });
    expect([...stdout.matchAll(/^wrong\.ts\((\d+)/gm)].map(([, line]) => line)).toEqual(["3", "4", "5", "6", "7", "8"]);
  });

  it("hold and refuse the same with TypeScript 5.5", () => {
    expect(ts.version).toMatch(/^5\.5\./);
    const libraries = new Map(getLibFiles().map(({ fileName, text }) => [fileName, text]));
    const { options } = ts.parseCommandLine(OPTIONS);
    // The project has no @types; the folder of this test has.
    options.types = [];
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists, readFile } = host;
    const libraryAt = (path: string) => libraries.get(path.slice(path.lastIndexOf("/") + 1));
    const isLibrary = (path: string) => /\/lib\.[\w.]+\.d\.ts$/.test(path);
    host.getDefaultLibLocation = () => "/typescript";
    host.fileExists = (path) => (isLibrary(path) ? libraryAt(path) !== undefined : fileExists(path));
    host.readFile = (path) => (isLibrary(path) ? libraryAt(path) : readFile(path));
    host.getSourceFile = (path, target) =>
      isLibrary(path) ? ts.createSourceFile(path, libraryAt(path) ?? "", target) : getSourceFile(path, target);
    const faultsOf = (file: string) => {
      const program = ts.createProgram([projectAt(file)], options, host);
      return ts.getPreEmitDiagnostics(program).map(({ file: at, start = 0, messageText }) => ({
        line: at ? at.getLineAndCharacterOfPosition(start).line + 1 : 0,
        text: ts.flattenDiagnosticMessageText(messageText, " "),
      }));
    };
    expect(faultsOf("uses.ts")).toEqual([]);
    expect(faultsOf("wrong.ts").map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8]);
  });
});

describe("the tour", () => {
  let platform: CallingPlatform;

  beforeAll(async () => {
    platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
    writeFileSync(projectAt("tour.js"), tourText);
  });
  afterAll(() => platform.close());

  it("has thirty lines", () => {
    expect(tourText.split("\n").length).toBeLessThanOrEqual(32);
  });

  const runWith = async (node: string, file: string) => {
    const tenant = await createTenant(platform.test);
    const { apiKey } = await createKey(platform.test, { tenant, environment: "sandbox" });
    const env = { RINGDOWN_URL: platform.api.baseUrl, RINGDOWN_API_KEY: apiKey };
    const text = readFileSync(projectAt(file), "utf8");
    const { stdout } = await run(node, [file], { cwd: projectAt(), env });
    const shown = text.replaceAll(/^\/\/> /gm, "#> ");
    return { missing: missingLines(shown, stdout), stdout };
  };

  it.each(findNodePrograms())("comes to its end with Node %s", async (_, node) => {
    expect(await runWith(node, "tour.js")).toMatchObject({ missing: [] });
  });

  it("is followed by the guide, whose blocks are one program", async () => {
    const blocks = fencedBlocks("docs/integrators/typescript.md").filter(({ info }) => info === "js");
    expect(blocks.length).toBeGreaterThan(8);
    writeFileSync(projectAt("guide.js"), blocks.map(({ text }) => text).join("\n"));
    expect(await runWith(process.execPath, "guide.js")).toMatchObject({ missing: [] });
  });
});
