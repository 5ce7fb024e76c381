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
  part: "disk",
  look: async () => {
    const folder = resolve(DATA_DIR);
    const { bavail, bsize } = await statfs(folder).catch(() => statfs("."));
    const free = bavail * bsize;
    const gigabytes = free / GIGABYTE;
    if (free < NOTHING_LEFT_BYTES) return [fault("disk_full", { gigabytes })];
    return [free < SCARCE_BYTES ? warning("disk_scarce", { gigabytes }) : good("disk_free", { gigabytes })];
  },
});
