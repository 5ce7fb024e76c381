import { KILOBYTE, MEGABYTE } from "../../domain/file/bytes.ts";

export const BODY_BYTES = MEGABYTE;
/** The limit for requests without credentials, and for those that only their body authenticates. */
export const PUBLIC_BODY_BYTES = 64 * KILOBYTE;
export const PUBLIC_RAW_BYTES = 256 * KILOBYTE;

export const BODY_TOO_LARGE = `The body is larger than ${BODY_BYTES / MEGABYTE} MB, or than ${PUBLIC_BODY_BYTES / KILOBYTE} KB without credentials; upload files through a signed URL`;
