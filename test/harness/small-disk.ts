import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { types } from "node:util";

/** A file system of its own, in memory, that can be filled to its last byte. */
export interface SmallDisk {
  folder: string;
  /** Makes every further write fail. */
  fill(): void;
  /** Frees the room that `fill` took. */
  makeRoom(): void;
  unmount(): void;
}

/** Mounts it at `folder`; 0 files: as many as there are bytes for. It takes the rights to mount: root's, with CAP_SYS_ADMIN. */
export const mountSmallDisk = (folder: string, megabytes: number, mostFiles = 0): SmallDisk => {
  mkdirSync(folder, { recursive: true });
  execFileSync(
    "mount",
    ["-t", "tmpfs", "-o", `size=${megabytes}m,nr_inodes=${mostFiles},mode=0755`, "ringdown-test", folder],
    {
      stdio: "pipe",
    },
  );
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill: () => fillUp(ballast),
    makeRoom: () => rmSync(ballast, { force: true }),
    unmount: () => void execFileSync("umount", [folder], { stdio: "pipe" }),
  };
};

/** Tells whether this process may mount one. */
export const maySmallDisksBeMounted = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-disk-"));
  try {
    mountSmallDisk(folder, 1).unmount();
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
};

const PIECES_BYTES = [1024 * 1024, 4096];

const fillUp = (file: string): void => {
  const descriptor = openSync(file, "a");
  try {
    for (const bytes of PIECES_BYTES) writeUntilFull(descriptor, Buffer.alloc(bytes, 1));
  } finally {
    closeSync(descriptor);
  }
};

const writeUntilFull = (descriptor: number, piece: Buffer): void => {
  try {
    for (;;) writeSync(descriptor, piece);
  } catch (error) {
    if (!(types.isNativeError(error) && "code" in error && error.code === "ENOSPC")) throw error;
  }
};
