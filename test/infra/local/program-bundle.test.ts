import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { BUNDLED_PROGRAMS, bundlePrograms, locateProgram } from "../../../infra/local/program-bundle.ts";
import { startApiProcess } from "../../harness/api-process.ts";

const readBundle = (folder: string): string =>
  globSync(join(folder, "*.js"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

it("tests start the API, the worker and the media process from the files with which a stack starts them", async () => {
  const folder = process.env["TEST_PROGRAMS"] ?? "";
  expect(folder).toMatch(/\.cache\/programs\/[0-9a-f]{16}$/);
  for (const program of BUNDLED_PROGRAMS) {
    const started = startApiProcess({ PORT: "nine" }, `${program}/start.ts`);
    expect(started.child.spawnargs.at(-1)).toBe(locateProgram(folder, program));
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain("PORT: Must be a number");
  }
});

/** Returns the code with which a program begins, without what it loads later. */
const readStart = (file: string, seen = new Set<string>()): string => {
  if (seen.has(file)) return "";
  seen.add(file);
  const code = readFileSync(file, "utf8");
  const imported = [...code.matchAll(/^import\b[^;]*?"(\.\/[^"]+)";/gm)].map(([, name = ""]) =>
    join(dirname(file), name),
  );
  return [code, ...imported.map((next) => readStart(next, seen))].join("\n");
};

it("V8 keeps the text in one byte a letter, and libraries that are seldom used are not in it", async () => {
  const folder = await bundlePrograms();
  for (const program of BUNDLED_PROGRAMS) {
    const code = readStart(locateProgram(folder, program));
    expect(code).toContain("// node_modules/kysely/");
    expect([...code].filter((letter) => letter > "\u00ff")).toEqual([]);
    expect(code).not.toMatch(/^\/\/ node_modules\/(nodemailer|minio|lodash)\//m);
    expect(code).not.toMatch(/^\s*\/\*\*/m);
  }
});

it("Temporal's packages are in it, and its thread of workflows is beside it: their hundreds of files take long to load", async () => {
  const folder = await bundlePrograms();
  const code = readBundle(folder);
  expect(code).not.toMatch(/(from |import\(|require\()"(@temporalio|@grpc|rxjs|protobufjs)\b/);
  const [, thread = ""] = /\.Worker\(import\.meta\.dirname \+ "\/(workflow-thread\.js)"/.exec(code) ?? [];
  expect(readFileSync(join(folder, thread), "utf8")).toContain(
    "// node_modules/@temporalio/worker/lib/workflow/reusable-vm.js",
  );
  // As an ES module it would read all that Node exports there, and with it Node's WebSocket and fetch.
  expect(code).not.toMatch(/^import\b.*"node:http"/m);
});

it("threads, other programs and data are found beside their sources", async () => {
  const code = readBundle(await bundlePrograms());
  const named = [...code.matchAll(/new URL\("(\.[^"]+)", "(file:[^"]+)"\)/g)];
  expect(named.map(([, file]) => file)).toEqual(expect.arrayContaining(["./extract.process.ts", "./rows.process.ts"]));
  const absent = named.map(([, file = "", source]) => fileURLToPath(new URL(file, source)));
  expect(absent.filter((path) => !existsSync(path))).toEqual([]);
});
