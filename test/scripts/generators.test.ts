import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { findViolations } from "../../scripts/layering.ts";

const ROOT = join(import.meta.dirname, "../..");
const COPIED = ["api", "application", "activities", "domain", "infra", "scripts", "test", "worker", "workflows"];
const FILES = ["package.json", "package-lock.json", "tsconfig.json", "biome.json", "jest.config.js"];

let copy: string;
/** The files that were created or extended. */
const written = new Set<string>();

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "ringdown-new-"));
  const isWanted = (path: string) => !/\/(histories|node_modules)(\/|$)/.test(path.slice(ROOT.length));
  for (const folder of COPIED) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true, filter: isWanted });
  for (const file of FILES) cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const node = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: copy, encoding: "utf8" });
  return { status, output: stdout + stderr };
};
/** Starts the servers that these files need and no other, with the migrations of the copy. */
const runTests = (files: readonly string[]) => {
  const report = join(copy, "report.json");
  const jest = ["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "-w", "1"];
  const { output } = node(...jest, "--json", `--outputFile=${report}`, "--runTestsByPath", ...files);
  if (!existsSync(report)) throw new Error(output);
  return testReport.parse(JSON.parse(readFileSync(report, "utf8"))).testResults;
};

const testReport = z.object({
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ failureMessages: z.array(z.string()) })) }),
  ),
});

const generate = (kind: string, name: string) => node("scripts/new.ts", kind, name);
const text = (file: string) => readFileSync(join(copy, file), "utf8");

const GENERATED: readonly (readonly [kind: string, name: string, next: string])[] = [
  ["operation", "channels/count-channels", "test/api/channels/count-channels.test.ts test/api/access.test.ts"],
  ["operation", "channels/pin-channel", "test/api/channels/pin-channel.test.ts test/api/access.test.ts"],
  ["operation", "invoices/send-invoice", "test/api/invoices/send-invoice.test.ts"],
  ["workflow", "invoice-reminder", "RECORD_HISTORIES=1 npm test -- test/workflows/invoice-reminder"],
  ["carrier", "acme-voice", "npm test -- test/infra/telephony/acme-voice"],
  ["table", "call/call-note", "npm test -- test/infra/postgres/call test/infra/postgres/entities.test.ts"],
];

describe("npm run new", () => {
  it.each(GENERATED)("%s %s makes its files and says what to do next", (kind, name, next) => {
    const { status, output } = generate(kind, name);
    for (const [, file = ""] of output.matchAll(/^ {2}(\S+\.ts)$/gm)) written.add(file);
    expect([status, output]).toEqual([0, expect.stringContaining(next)]);
  });

  it("makes what is known to the tables of the project", () => {
    expect(text("api/areas.ts")).toContain("...invoicesOperations");
    expect(text("api/channels/channels.operations.ts")).toMatch(/channelsOperations = \[\s*pinChannelOperation,/);
    expect(text("test/factories/request-bodies.ts")).toContain('"invoices.sendInvoice": { name: "A name" }');
    expect(text("workflows/index.ts")).toContain("export { invoiceReminder }");
    expect(text("worker/queues.ts")).toContain("...createInvoiceReminderActivities(deps)");
    expect(text("infra/postgres/entities.ts")).toMatch(/\bCallNote,\n\] as const/);
    expect(text("infra/postgres/migrations/migrations.ts")).toMatch(/"\d{4}-call-notes": callNotes,\n\};/);
    expect(text("infra/telephony/carrier-registry.ts")).toContain("createAcmeVoiceCarrier(options.acmeVoice ?? {})");
  });

  it("makes nothing that the compiler or the layout refuses", () => {
    // Compiles the files with everything that they import, and no more: `npm run check` covers the whole project.
    expect(written.size).toBeGreaterThan(30);
    const chosen = { extends: "./tsconfig.json", include: [], files: [...written] };
    writeFileSync(join(copy, "tsconfig.written.json"), JSON.stringify(chosen));
    // Several checkers would each check what the others have checked, which takes longer where cores are few.
    const chosenTypes = ["--project", "tsconfig.written.json", "--checkers", "1"];
    const types = node("node_modules/typescript/bin/tsc", ...chosenTypes);
    expect([types.status, types.output]).toEqual([0, ""]);
    expect(findViolations(copy)).toEqual([]);
    expect(node("scripts/timeline-traces.ts")).toEqual({ status: 0, output: "" });
  });

  it("makes tests that hold as they are made, and a carrier whose suite says what is left to write", () => {
    const files = [...written].filter((file) => file.endsWith(".test.ts"));
    expect(files).toHaveLength(7);
    const results = runTests(files);
    const outcomes = files.map((file) => {
      const tests = results.find(({ name }) => name.endsWith(`/${file}`))?.assertionResults ?? [];
      const failures = tests.flatMap(({ failureMessages }) => failureMessages);
      return { file, hasTests: tests.length > 0, failure: failures[0] ?? null };
    });
    expect(outcomes).toEqual(
      files.map((file) => ({
        file,
        hasTests: true,
        failure: file.includes("acme-voice") ? expect.stringContaining("is not written yet") : null,
      })),
    );
  });

  it("overwrites nothing, and says what a name looks like", () => {
    const before = text("workflows/index.ts");
    expect(generate("workflow", "invoice-reminder")).toMatchObject({
      status: 1,
      output: expect.stringContaining("exists already: choose another name."),
    });
    expect(text("workflows/index.ts")).toBe(before);
    expect(generate("table", "callNote").output).toContain("write AREA/NAME");
    expect(generate("workflow", "Invoice_Reminder").output).toContain("write lower-case words with hyphens");
    expect(generate("operation", "").output).toContain("npm run new -- KIND NAME");
    expect(generate("poem", "ode").output).toContain("npm run new -- KIND NAME");
  });
});
