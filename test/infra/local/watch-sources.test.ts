import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { listProcessesOfSource, watchSources } from "../../../infra/local/watch-sources.ts";
import { waitUntil } from "../../harness/wait-until.ts";

it.each([
  ["api/calls/calls.reads.ts", ["api"]],
  ["activities/call-run/place-call.ts", ["worker"]],
  ["worker/start.ts", ["worker"]],
  ["media/turn-taking.ts", ["media"]],
  ["workflows/campaign/campaign.contract.ts", ["api", "worker", "media"]],
  ["domain/call/admission.rules.ts", ["api", "worker", "media"]],
  ["infra/postgres/database.ts", ["api", "worker", "media"]],
  ["infra/local/stack.ts", []],
  ["infra/simulator/server.ts", []],
  ["api/README.md", []],
])("%s is run by %j", (file, processes) => {
  expect(listProcessesOfSource(file)).toEqual(processes);
});

it("tells of files that were changed together once, and of nothing after the end", async () => {
  const root = mkdtempSync(join(tmpdir(), "watch-"));
  mkdirSync(join(root, "api/calls"), { recursive: true });
  mkdirSync(join(root, "domain"));
  const leaving = new AbortController();
  const told: { processes: string[]; files: string[] }[] = [];
  try {
    watchSources((processes, files) => void told.push({ processes, files }), {
      signal: leaving.signal,
      root,
      folders: ["api", "domain"],
    });
    // The system may tell of a watched folder only after a moment: the file is written until it is told of, and left alone
    // between, since changes that go on are told when they have ended.
    let writtenAtMs = Number.NEGATIVE_INFINITY;
    await waitUntil("a change is told", () => {
      if (told.length === 0 && performance.now() - writtenAtMs > 1000) {
        writtenAtMs = performance.now();
        writeFileSync(join(root, "api/calls/a.ts"), String(writtenAtMs));
      }
      return told.length > 0;
    });
    expect(told[0]).toEqual({ processes: ["api"], files: ["api/calls/a.ts"] });
    const before = told.length;
    leaving.abort();
    writeFileSync(join(root, "domain/b.ts"), "");
    expect(told).toHaveLength(before);
  } finally {
    leaving.abort();
    rmSync(root, { recursive: true, force: true });
  }
});
