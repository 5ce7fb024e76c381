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
  mend(): void;
  remove(): void;
}

/** As the working tree is now, new and changed files included; what is edited there meanwhile does not matter. */
export const copyProject = (root: string): ProjectCopy => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-mutation-"));
  for (const file of filesOf(root)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copy(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  let faulty: { file: string; source: string } | null = null;
  const mend = () => {
    if (faulty) writeFileSync(join(folder, faulty.file), faulty.source);
    faulty = null;
  };
  return {
    folder,
    mend,
    make: (mutant) => {
      mend();
      const source = readFileSync(join(folder, mutant.file), "utf8");
      faulty = { file: mutant.file, source };
      writeFileSync(join(folder, mutant.file), applyFault(source, mutant));
    },
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
