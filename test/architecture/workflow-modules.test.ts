import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");

/** A variable beside the functions of a module, or a collection that is empty until somebody fills it. */
const CHANGES = /^(?:export )?(?:let |var |const [^=\n]+ = (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\})[;\s])/gm;

const findChanging = (source: string): string[] => [...source.matchAll(CHANGES)].map(([line]) => line.trim());

/** The workflows of a process share their modules (worker/bundle-workflows.ts): what one wrote there another would read. */
describe("modules of workflows", () => {
  const files = globSync("{workflows/**/*,domain/**/*.rules}.ts", { cwd: ROOT });

  it("keep nothing outside of functions that may change", () => {
    const changing = files.flatMap((file) =>
      findChanging(readFileSync(join(ROOT, file), "utf8")).map((line) => `${file}: ${line}`),
    );
    expect(files).toContain("workflows/call-run/call-run.workflow.ts");
    expect(changing).toEqual([]);
  });

  it.each([
    "let calls = 0;\n",
    "export let calls = 0;\n",
    "const known = new Map<string, number>();\n",
    "export const known: Set<string> = new Set();\n",
    "const waiting: string[] = [];\n",
    "const byId: Record<string, string> = {};\n",
  ])("would be found with %j", (source) => expect(findChanging(source)).toHaveLength(1));

  it.each(['const STATES = new Set(["queued"]);\n', "  const waiting = [];\n", "const of = (all = []) => all;\n"])(
    "may have %j",
    (source) => expect(findChanging(source)).toEqual([]),
  );
});
