import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { GIGABYTE } from "../../domain/file/bytes.ts";
import type { Config } from "../config/config.ts";
import { type Check, fault, good, warning } from "./finding.ts";

/** Documents, exports and backups pass through the folder for temporary files and the data folder. */
const SCARCE_BYTES = 2 * GIGABYTE;
const NOTHING_LEFT_BYTES = GIGABYTE / 10;

/** Looks at the room on this machine's disk. */
export const checkDisk = ({ DATA_DIR }: Pick<Config, "DATA_DIR">): Check => ({
  part: "Disk",
  look: async () => {
    const folder = resolve(DATA_DIR);
    const { bavail, bsize } = await statfs(folder).catch(() => statfs("."));
    const free = bavail * bsize;
    const words = `${(free / GIGABYTE).toFixed(1)} GB are free`;
    if (free < NOTHING_LEFT_BYTES) return [fault(words, "Make room")];
    return [free < SCARCE_BYTES ? warning(words, "Make room before it is used up") : good(words)];
  },
});
