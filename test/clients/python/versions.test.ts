import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { runProgram } from "../../../infra/pinned-package/run-program.ts";
import { version } from "../../../infra/version.ts";
import { buildWheel } from "../../../scripts/clients/build-wheel.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { installed } from "./python-client.ts";

/** What `pyproject.toml` promises. */
const PROMISED = ["3.10", "3.11", "3.12", "3.13"];

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Where this machine may have Pythons: as `python3.x` on the path, and as versions of pyenv. */
const findCandidates = (minor: string): string[] => {
  const pyenv = join(process.env["PYENV_ROOT"] ?? join(homedir(), ".pyenv"), "versions");
  const versions = entriesOf(pyenv).filter((name) => name.startsWith(`${minor}.`));
  return [
    ...versions.map((name) => join(pyenv, name, "bin/python")),
    ...(process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, `python${minor}`)),
  ];
};

/** Programs that stand for a Python and start none, as those of pyenv, are passed over; so is one that makes no environments. */
const findPython = async (minor: string): Promise<string | null> => {
  const probe = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])";
  for (const python of findCandidates(minor)) {
    const told = await runProgram(python, ["-c", probe], { timeoutMs: PATIENCE_MS }).catch(() => "");
    if (told.trim() === minor) return python;
  }
  return null;
};

const found: { minor: string; python: string }[] = [];
const missing: string[] = [];
for (const minor of installed === null ? [] : PROMISED) {
  const python = await findPython(minor);
  if (python === null) missing.push(minor);
  else found.push({ minor, python });
}
if (missing.length > 0)
  process.stderr.write(
    `\n*** NOT RUN: the Python client on ${missing.join(", ")}: this machine has no such Python.\n\n`,
  );

const whereFound = found.length > 0 ? describe : describe.skip;

let test: TestDatabase;
let api: TestApi;
let folder: string;
let wheel: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-pythons-"));
  if (found.length === 0) return;
  expect(buildWheel(folder)).toBeNull();
  wheel = join(folder, readdirSync(folder).find((name) => name.endsWith(".whl")) ?? "");
  test = await createTestDatabase();
  api = await startTestApi(test);
});
afterAll(async () => {
  await api?.close();
  await test?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** One sync call, one async call and one stream, as somebody would write them who has installed the package. */
const PROGRAM = `
import asyncio, json, os, sys
import ringdown
from ringdown import AsyncRingdown, CallOptions, Ringdown

place = {"base_url": os.environ["BASE_URL"], "api_key": os.environ["KEY"]}

def made():
    with Ringdown(**place) as client:
        return client.contacts.lists.create(name="By Python")["name"]

async def listed():
    async with AsyncRingdown(**place) as client:
        return [each["name"] async for each in client.contacts.lists.list()]

def streamed():
    with Ringdown(**place) as client:
        for event in client.channels.timeline_stream(options=CallOptions(last_event_id="0")):
            return event["kind"]

print(json.dumps([ringdown.__version__, "%d.%d" % sys.version_info[:2], made(), asyncio.run(listed()), streamed()]))
`;

whereFound("the built wheel in an empty environment", () => {
  it.each(found.map(({ minor, python }): [string, string] => [minor, python]))(
    "of Python %s is imported, calls, calls asynchronously and reads a stream",
    async (minor, python) => {
      const environment = join(folder, minor);
      const run = (program: string, parameters: string[], env = process.env) =>
        runProgram(program, parameters, { timeoutMs: PATIENCE_MS, env });
      await run(python, ["-m", "venv", environment]);
      const inside = join(environment, "bin/python");
      await run(inside, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel]);
      const { apiKey } = await createKey(test, { tenant: await createTenant(test, `Python ${minor}`) });
      const env = { ...process.env, BASE_URL: api.baseUrl, KEY: apiKey, NO_PROXY: "127.0.0.1" };
      const printed = await run(inside, ["-c", PROGRAM], { ...env, PYTHONPATH: "" });
      expect(JSON.parse(printed)).toEqual([version, minor, "By Python", ["By Python"], expect.any(String)]);
    },
  );
});
