import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");
const COPIED = [".githooks", ".oxlintrc.json", "biome.json", "package.json", "scripts", "tsconfig.json"];

let repository: string;

const git = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    "git",
    ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...words],
    {
      cwd: repository,
      encoding: "utf8",
      // Variables of an outer git, such as that of a commit that runs these tests, would lead it to another repository.
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"))),
    },
  );
  return { status, output: stdout + stderr };
};
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(repository, file)), { recursive: true });
  writeFileSync(join(repository, file), text);
};
const commit = (...files: string[]) => {
  git("add", "--", ...files);
  return git("commit", "-q", "-m", "A change");
};
const committed = (file: string) => git("show", `HEAD:${file}`).output;

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), "ringdown-hook-"));
  for (const file of COPIED) cpSync(join(ROOT, file), join(repository, file), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(repository, "node_modules"));
  git("init", "-q");
  write("domain/call/length.ts", "export const seconds = 60;\n");
  write("domain/call/price.ts", 'import { seconds } from "./length.ts";\n\nexport const price = seconds * 2;\n');
  git("add", "domain");
  git("commit", "-q", "-m", "The beginning");
  git("config", "core.hooksPath", ".githooks");
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

describe("the hook before a commit", () => {
  it("formats what is committed", () => {
    write("domain/call/length.ts", "export const   seconds = 61 ;\n");
    expect(commit("domain/call/length.ts")).toEqual({ status: 0, output: expect.any(String) });
    expect(committed("domain/call/length.ts")).toBe("export const seconds = 61;\n");
  });

  it("leaves a file alone whose changes are not all staged", () => {
    write("domain/call/length.ts", "export const seconds =  62;\n");
    git("add", "domain/call/length.ts");
    write("domain/call/length.ts", "export const seconds =  62;\nexport const minutes =  1;\n");
    expect(git("commit", "-q", "-m", "Half a change").status).toBe(0);
    expect(committed("domain/call/length.ts")).toBe("export const seconds =  62;\n");
    expect(readFileSync(join(repository, "domain/call/length.ts"), "utf8")).toContain("minutes =  1");
    git("checkout", "-q", "--", "domain/call/length.ts");
  });

  it.each([
    ["what the linter refuses", "export default 1;\n", "no-default-export"],
    ["an import that the layout refuses", 'import "../../infra/clock.ts";\n', "infra/clock.ts"],
  ])("refuses %s", (_reason, text, told) => {
    write("domain/call/wrong.ts", text);
    write("infra/clock.ts", "export const now = 0;\n");
    const before = git("rev-parse", "HEAD").output;
    const { status, output } = commit("domain/call/wrong.ts", "infra/clock.ts");
    expect([status, output]).toEqual([1, expect.stringContaining(told)]);
    expect(git("rev-parse", "HEAD").output).toBe(before);
    git("reset", "-q", "--hard");
  });
});
