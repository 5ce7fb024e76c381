import { lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { findFreePort } from "../../../infra/local/ports.ts";
import { claimDataFolder } from "../../../infra/local/run-folder.ts";
import { startStack } from "../../../infra/local/stack.ts";
import { openPassageFile } from "../../../infra/passage-index/embedded/open-passage-file.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const newFolder = temporaryFolders();
const standIn = (name: string) => fileURLToPath(new URL(`stand-ins/${name}`, import.meta.url));
const entryPoints = { api: standIn("api.mjs"), worker: standIn("worker.mjs"), migrate: standIn("migrate.mjs") };
/** Started by root, the group is that of PostgreSQL's user, who passes through to its data and reads nothing. */
const PASSED_THROUGH = ["postgres"];

it("holds nothing that others may read, whatever part has written it", async () => {
  const dataDir = newFolder();
  const stack = await startStack({
    environment: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: String(await findFreePort()) },
    entryPoints,
    buildConsole: async () => newFolder(),
    isUnflushed: true,
  });
  try {
    openPassageFile(join(dataDir, "passages", "1.db")).close();
    const entries = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
    const written = ["run", "object-store", "temporal/temporal.db", "postgres/data", "passages/1.db", "logs/api.log"];
    expect(entries).toEqual(expect.arrayContaining(written));
    // A part that works meanwhile may have removed one.
    const open = entries.filter((entry) => {
      const found = lstatSync(join(dataDir, entry), { throwIfNoEntry: false });
      return found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0 && !PASSED_THROUGH.includes(entry);
    });
    expect(open).toEqual([]);
    for (const entry of ["", ...PASSED_THROUGH])
      expect([entry, statSync(join(dataDir, entry)).mode & 0o067]).toEqual([entry, 0]);
  } finally {
    await stack.stop();
  }
});

it("takes everybody else's rights from what an earlier start has left, and gives none to what is written from then on", () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, "temporal"));
  writeFileSync(join(dataDir, "old.json"), "");
  const mask = process.umask();
  const release = claimDataFolder(dataDir);
  writeFileSync(join(dataDir, "new.json"), "");
  release();
  const modes = ["temporal", "old.json", "new.json", "run"].map((name) => statSync(join(dataDir, name)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o700]);
  expect(process.umask()).toBe(mask);
});
