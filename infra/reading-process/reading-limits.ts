import { MEGABYTE } from "../../domain/file/bytes.ts";
import { MINUTE_MS } from "../../domain/time/durations.rules.ts";

/** The size limit of the unpacked texts of an Office file. */
export const MAX_UNPACKED_BYTES = 256 * MEGABYTE;

/** The limit for a process that makes no progress; on a busy machine a part of a large file may take many minutes. */
export const PART_WITHIN_MS = 15 * MINUTE_MS;
