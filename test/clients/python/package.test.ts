import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { runProgram } from "../../../infra/pinned-package/run-program.ts";
import { version } from "../../../infra/version.ts";
import { buildWheel } from "../../../scripts/clients/build-wheel.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { installed, runPython, SOURCE } from "./python-client.ts";

const whereInstalled = installed === null ? describe.skip : describe;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "ringdown-wheel-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const build = (name: string): string => {
  const into = join(folder, name);
  expect(buildWheel(into)).toBeNull();
  const [wheel = ""] = readdirSync(into);
  return join(into, wheel);
};

const digestOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** A program as somebody would write it; mypy must know the types of what it uses. */
const PROGRAM = `
from ringdown import AsyncRingdown, Ringdown

def names(ringdown: Ringdown) -> list[str]:
    return [campaign["name"] for campaign in ringdown.campaigns.list(state="running")]

async def most(ringdown: AsyncRingdown) -> int:
    progress = await ringdown.campaigns.progress(campaign_id=1)
    async for each in ringdown.campaigns.progress_stream(campaign_id=1):
        progress = each
    return progress["answered"]
`;

whereInstalled("the package", () => {
  it("is built to the same bytes twice, and an empty environment can install and use it", async () => {
    const wheel = build("one");
    expect(wheel).toContain(`ringdown-${version}-py3-none-any.whl`);
    expect(digestOf(build("other"))).toBe(digestOf(wheel));
    const environment = join(folder, "venv");
    const run = (program: string, ...parameters: string[]) =>
      runProgram(program, parameters, { timeoutMs: PATIENCE_MS });
    await run("python3", "-m", "venv", environment);
    const python = join(environment, "bin/python");
    await run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel);
    const asked =
      "import ringdown; print(ringdown.__version__, ringdown.Ringdown('http://127.0.0.1:9').campaigns.start)";
    expect(await run(python, "-c", asked)).toMatch(new RegExp(`^${version} <bound method CampaignsArea.start`));
  });

  it("has types that mypy --strict accepts on the oldest and the newest Python", async () => {
    for (const python of ["3.10", "3.13"])
      expect(
        await runPython([
          "-m",
          "mypy",
          "--strict",
          "--python-version",
          python,
          "--cache-dir",
          join(folder, "mypy"),
          join(SOURCE, "src"),
        ]),
      ).toContain("Success");
  });

  it("knows the types of answers, lists and streams", async () => {
    const mypy = ["-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", join(folder, "mypy")];
    const check = async (program: string) => {
      const file = join(folder, "program.py");
      writeFileSync(file, program);
      return runPython([...mypy, file], { MYPYPATH: join(SOURCE, "src") }).catch(String);
    };
    expect(await check(PROGRAM)).toBe("");
    expect(await check(PROGRAM.replace("-> list[str]", "-> list[int]"))).toContain("expected List[int]");
    expect(await check(PROGRAM.replace('state="running"', 'state="runing"'))).toContain("Literal['runing']");
  });

  it("knows the codes of errors, all and by operation", async () => {
    const file = join(folder, "codes.py");
    const program = (code: string) =>
      `from ringdown import ConflictError, error_codes
def told(code: error_codes.CampaignsStartErrorCode) -> str:
    return {"import_under_way": "wait"}.get(code, code)
def ask(error: ConflictError) -> bool:
    return error.code == "campaign_state" and error.operation == "campaigns.start" and told("${code}") == "wait"
`;
    const check = (code: string) => {
      writeFileSync(file, program(code));
      const mypy = ["-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", join(folder, "mypy")];
      return runPython([...mypy, file], { MYPYPATH: join(SOURCE, "src") }).catch(String);
    };
    expect(await check("campaign_state")).toBe("");
    expect(await check("email_taken")).toContain("Literal['email_taken']");
  });

  it("is written as ruff formats and checks it", async () => {
    const config = ["--config", join(SOURCE, "pyproject.toml"), "--no-cache"];
    for (const place of [
      [SOURCE, "--no-cache"],
      [import.meta.dirname, ...config],
    ]) {
      expect(await runPython(["-m", "ruff", "format", "--check", ...place])).toContain("already formatted");
      expect(await runPython(["-m", "ruff", "check", ...place])).toContain("All checks passed");
    }
  });
});
