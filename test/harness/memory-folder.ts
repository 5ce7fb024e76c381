import { existsSync, readFileSync, statfsSync } from "node:fs";

const FOLDER = "/dev/shm";
const MOUNTS = "/proc/mounts";
const GIB = 1024 ** 3;

/** The tests of a run fill about a gigabyte at one time, and their processes several. */
const NEEDED = { roomBytes: 4 * GIB, memoryBytes: 8 * GIB };

interface Offered {
  /** The text of /proc/mounts: lines of a device, a folder, the kind of its file system and its options. */
  mounts: string;
  roomBytes: number;
  memoryBytes: number;
}

/**
 * Returns Linux's folder in memory where it has room for all that the tests write and programs may be started from it. To
 * make the thousand files of a database there takes a tenth of the processor time of some disks.
 */
export const findMemoryFolder = (): string | undefined => {
  if (!existsSync(MOUNTS) || !existsSync(FOLDER)) return undefined;
  const { bavail, bsize } = statfsSync(FOLDER);
  const offered = { roomBytes: bavail * bsize, memoryBytes: process.availableMemory() };
  return isFit({ mounts: readFileSync(MOUNTS, "utf8"), ...offered }) ? FOLDER : undefined;
};

/** Tells whether the folder in memory can take the temporary files of a run. */
export const isFit = ({ mounts, roomBytes, memoryBytes }: Offered): boolean => {
  if (roomBytes < NEEDED.roomBytes || memoryBytes < NEEDED.memoryBytes) return false;
  // The last mount hides the one before.
  const mounted = mounts.split("\n").map((line) => line.split(" "));
  const [, , kind, options = ""] = mounted.findLast(([, folder]) => folder === FOLDER) ?? [];
  return kind === "tmpfs" && !options.split(",").includes("noexec");
};
