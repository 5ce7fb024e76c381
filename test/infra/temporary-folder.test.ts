import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { makeTemporaryFolder, prefixOfFolder, removeLeftFolders } from "../../infra/temporary-folder.ts";

const usual = process.env["TMPDIR"];
const folder = mkdtempSync(join(tmpdir(), "ringdown-left-"));

beforeAll(() => {
  process.env["TMPDIR"] = folder;
});
afterAll(() => {
  if (usual === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = usual;
  rmSync(folder, { recursive: true, force: true });
});

/** A folder as a process of that number makes it. */
const leave = (pid: number, { host = hostname(), kind = "contacts" } = {}): string => {
  const path = join(folder, `ringdown-${kind}-${host}-${pid}-abcdef`);
  mkdirSync(path);
  writeFileSync(join(path, "contacts"), "+12025550101");
  return path;
};

const endedProcess = (): number => Number(execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }));

describe("temporary folders", () => {
  it("tell whose they are, and are removed with what is in them", async () => {
    const { path, remove } = await makeTemporaryFolder("form");
    expect(path.startsWith(prefixOfFolder("form"))).toBe(true);
    expect(basename(path)).toContain(`-${process.pid}-`);
    writeFileSync(join(path, "form"), "a form");
    await remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("temporary folders of killed processes are removed, and those of running processes and of other programs stay", () => {
    const left = [leave(endedProcess()), leave(process.pid), leave(endedProcess(), { kind: "document" })];
    const kept = [
      leave(process.ppid),
      leave(endedProcess(), { host: "another" }),
      leave(endedProcess(), { kind: "stack" }),
    ];
    expect(removeLeftFolders()).toBe(left.length);
    expect(left.filter(existsSync)).toEqual([]);
    expect(kept.filter(existsSync)).toEqual(kept);
  });

  it("temporary folders that cannot be removed, as another user's, keep no process from its start, and no other folder", () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    const [foreign, own] = [leave(endedProcess()), leave(process.pid, { kind: "form" })];
    const removed = removeLeftFolders((path) => {
      if (path === foreign) throw Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM" });
      rmSync(path, { recursive: true });
    });
    expect([removed, existsSync(foreign), existsSync(own)]).toEqual([1, true, false]);
  });
});
