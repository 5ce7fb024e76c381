import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { filesOf, listMutants } from "./chosen-mutants.ts";
import { outdatedEquivalents } from "./equivalent-faults.ts";
import { applyFault, findMutants } from "./find-mutants.ts";
import { MUTATION_AREAS } from "./mutation-areas.ts";
import { probeOf, withProbes } from "./probes.ts";

const ROOT = join(import.meta.dirname, "../..");

const changesOf = (source: string): string[] =>
  findMutants("one.ts", source).map(({ before, replacement }) => `${before} → ${replacement}`);

describe("the faults that are made", () => {
  it("are wrong operators, conditions and constants", () => {
    const source = `export const late = (ms: number, limit?: number): boolean => (limit ?? 5) > 60 && !(ms <= 1);`;
    expect(changesOf(source)).toEqual([
      "limit ?? 5 → (5)",
      "5 → 6",
      "> → >=",
      "60 → (60 * 2)",
      "&& → ||",
      "!(ms <= 1) → (ms <= 1)",
      "<= → <",
      "1 → 2",
    ]);
  });

  it("are statements, conditions of queries and columns that are left out", () => {
    const source = `
      const end = async (tx, id) => {
        await tx.updateTable("runs").set({ state: "ended", error: null }).where("id", "=", id).execute();
      };`;
    expect(changesOf(source)).toEqual([
      expect.stringMatching(/^await tx[^]* → ;$/),
      'state: "ended", → ',
      "error: null → ",
      '.where("id", "=", id) → ',
      '"=" → "!="',
    ]);
  });

  it("are conditions in the text of a statement, values and lists among them", () => {
    const source =
      "const due = (id) => sql<number>`select 1 from runs where campaign = ${id} and ended_at is null and state in ('a', 'b')`;";
    expect(changesOf(source)).toEqual([
      "= → <>",
      "and ended_at is null  →  ",
      "is null → is not null",
      "'a',  → ",
      ", 'b' → ",
    ]);
  });

  it("leave alone what is only said to operators, and what cannot be", () => {
    expect(changesOf(`logger.warn({ late: 1 > 2 }, "late");`)).toEqual([]);
    expect(changesOf(`const check = (row) => { if (!row) throw new Error("gone " + 1); };`)).toEqual(["!row → (row)"]);
  });

  it("stand where they were found: each changes its own place and leaves the rest", () => {
    for (const file of filesOf(ROOT, MUTATION_AREAS["settlement"]?.sources ?? [])) {
      const source = readFileSync(join(ROOT, file), "utf8");
      for (const mutant of findMutants(file, source)) {
        const faulty = applyFault(source, mutant);
        expect(source.slice(mutant.start, mutant.end)).toBe(mutant.before);
        expect(faulty).not.toBe(source);
        expect(faulty).toHaveLength(source.length - mutant.before.length + mutant.replacement.length);
      }
    }
  });
});

describe("probes", () => {
  it("stand in each function, in those without a block as well, and know the function around a fault", () => {
    const source = `const one = (a: number): number => a + 1;\nexport const two = () => {\n  return { b: one(2) };\n};\n`;
    expect(withProbes("one.ts", source)).toBe(
      `var noteReach$ = globalThis.noteReach; const one = (a: number): number => (noteReach$?.("one.ts:12"), a + 1);\n` +
        `export const two = () => { noteReach$?.("one.ts:61");\n  return { b: one(2) };\n};\n`,
    );
    const [sum] = findMutants("one.ts", source);
    expect(sum && probeOf(sum, source)).toBe("one.ts:12");
  });

  it("leave every area's code such that it can be read", () => {
    for (const { sources } of Object.values(MUTATION_AREAS))
      for (const file of filesOf(ROOT, sources)) {
        const source = readFileSync(join(ROOT, file), "utf8");
        expect(() => findMutants(file, withProbes(file, source))).not.toThrow();
      }
  });
});

describe("the areas", () => {
  it("know each fault that their list of equivalent ones names", () => {
    const mutants = Object.values(MUTATION_AREAS).flatMap(
      (area) => listMutants(ROOT, area, { limit: 0, seed: 1, file: "" }).chosen,
    );
    expect(outdatedEquivalents(mutants)).toEqual([]);
  });

  it.each(Object.entries(MUTATION_AREAS))(
    "%s names files and tests that are there, and gives the same faults for a seed",
    (_, area) => {
      expect(filesOf(ROOT, area.tests)).not.toEqual([]);
      const choice = { limit: 10, seed: 3, file: "" };
      const { all, chosen } = listMutants(ROOT, area, choice);
      expect(all).toBeGreaterThan(50);
      expect(listMutants(ROOT, area, choice).chosen).toEqual(chosen);
      expect(listMutants(ROOT, area, { ...choice, seed: 4 }).chosen).not.toEqual(chosen);
    },
  );
});
