import { execFileSync } from "node:child_process";
import {
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Mutant } from "./fault.ts";
import { applyFault } from "./find-mutants.ts";

/** The project in a folder of its own, where faults are made: the working tree never has one. */
export interface ProjectCopy {
  folder: string;
  /** Makes one fault; the one before is gone. */
  make(mutant: Mutant): void;
  /** Changes files, until `mend`. */
  change(files: readonly string[], change: (file: string, source: string) => string): void;
  mend(): void;
  remove(): void;
}

/** Copies the working tree as it is now, new and changed files included; later edits do not matter. */
export const copyProject = (root: string): ProjectCopy => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-mutation-"));
  for (const file of filesOf(root)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copy(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const sound = new Map<string, string>();
  const mend = () => {
    for (const [file, source] of sound) writeFileSync(join(folder, file), source);
    sound.clear();
  };
  const change: ProjectCopy["change"] = (files, changed) => {
    mend();
    for (const file of files) {
      const source = readFileSync(join(folder, file), "utf8");
      sound.set(file, source);
      writeFileSync(join(folder, file), changed(file, source));
    }
  };
  return {
    folder,
    mend,
    change,
    make: (mutant) => change([mutant.file], (_, source) => applyFault(source, mutant)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const filesOf = (root: string): string[] =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
    .split("\0")
    .filter((file) => file !== "");

const copy = (from: string, to: string): void => {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    // Deleted, and not committed yet.
    if (!(typeof error === "object" && error && "code" in error && error.code === "ENOENT")) throw error;
  }
};
