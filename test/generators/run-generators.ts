import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../api/areas.ts";
import { buildOpenApiDocument } from "../../api/http/openapi/build-document.ts";
import { version } from "../../infra/version.ts";
import { GENERATORS, type Generator } from "./generators.ts";
import { PLAYERS } from "./players.ts";
import { folderOf, ROOT, TOOLS } from "./tools.ts";

/**
 * `npm run test:generators [NAME]`: generators of clients that others have made read the OpenAPI document of this checkout, and what
 * they make is compiled; with three of the clients a campaign is played. Their tools are installed once, from their registries, into
 * `.cache/generators`. A registry that does not answer is asked three times; in CI (`CI=true`) one that is away makes the run fail, so that
 * none is left out unseen.
 */
const LONGEST_MS = 600_000;

type Result = "passes" | "cannot be installed" | "fails";

const main = (only: string | undefined): void => {
  mkdirSync(join(TOOLS, "out"), { recursive: true });
  const file = join(TOOLS, "openapi.json");
  writeFileSync(
    file,
    JSON.stringify(buildOpenApiDocument(operations, { version, serverUrl: "http://localhost:8080" })),
  );
  writeFileSync(join(TOOLS, "package.json"), '{ "private": true, "type": "module" }');
  const chosen = GENERATORS.filter(({ name }) => only === undefined || name.includes(only));
  const results = chosen.map((generator) => ({ name: generator.name, result: tryOne(generator, file) }));
  const count = (result: Result) => results.filter((each) => each.result === result).length;
  console.log(
    `${count("passes")} of ${results.length} generators take the document, ${count("cannot be installed")} could not be installed`,
  );
  const passing = results.filter(({ result }) => result === "passes").map((each) => each.name);
  const arePlayed = playWith(passing.filter((name) => PLAYERS.some(({ generator }) => generator === name)));
  const areLeftOut = process.env["CI"] === "true" && count("cannot be installed") > 0;
  if (areLeftOut)
    console.log(
      "A registry was not reachable, so nothing is known of the generators that could not be installed: run it again",
    );
  if (areLeftOut || count("fails") > 0 || chosen.length === 0 || !arePlayed) process.exitCode = 1;
};

/** Plays campaigns against the running API, which is a test with all its servers. */
const playWith = (names: readonly string[]): boolean => {
  if (names.length === 0) return true;
  const jest = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning", "node_modules/jest/bin/jest.js"];
  const env = { ...process.env, TEST_GENERATORS: names.join(",") };
  const played = [...jest, "-w", "1", "test/generators"];
  return spawnSync(process.execPath, played, { cwd: ROOT, env, stdio: "inherit" }).status === 0;
};

const tryOne = (generator: Generator, file: string): Result => {
  const startedAt = Date.now();
  const result = resultOf(generator, { file, out: folderOf(generator.name) });
  console.log(`${generator.name}: ${result}, ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return result;
};

const resultOf = (generator: Generator, place: { file: string; out: string }): Result => {
  rmSync(place.out, { recursive: true, force: true });
  mkdirSync(place.out, { recursive: true });
  const installed = install(generator, place);
  if (installed.status !== 0) return say("cannot be installed", installed.printed);
  const generated = run(generator.generate, place);
  if (generated.status !== 0 || generator.leftOut?.test(generated.printed)) return say("fails", generated.printed);
  const compiled = run(generator.compile, place);
  return compiled.status === 0 ? "passes" : say("fails", compiled.printed);
};

const TRIES = 3;
const PAUSE_SECONDS = 10;

/** Registries answer the second time more often than not. */
const install = (generator: Generator, place: { file: string; out: string }) => {
  let installed = run(generator.install, place);
  for (let tried = 1; tried < TRIES && installed.status !== 0; tried += 1) {
    console.log(`${generator.name} could not be installed, trying again in ${PAUSE_SECONDS} s`);
    run(`sleep ${PAUSE_SECONDS}`, place);
    installed = run(generator.install, place);
  }
  return installed;
};

const run = (
  command: string,
  { file, out }: { file: string; out: string },
): { status: number | null; printed: string } => {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd: TOOLS,
    env: { ...process.env, DOCUMENT: file, OUT: out },
    encoding: "utf8",
    timeout: LONGEST_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, printed: `${stdout}${stderr}` };
};

const say = (result: Result, printed: string): Result => {
  console.log(printed.slice(-4_000));
  return result;
};

main(process.argv[2]);
