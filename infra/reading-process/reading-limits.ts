import { MEGABYTE } from "../../domain/file/bytes.ts";
import { MINUTE_MS } from "../../domain/time/durations.rules.ts";

/** What the texts of an Office file may come to when they are unpacked. */
export const MAX_UNPACKED_BYTES = 256 * MEGABYTE;

/** For a process that does nothing any more: on a busy machine a part of a large file may take many minutes. */
export const PART_WITHIN_MS = 15 * MINUTE_MS;
