import type { z } from "zod";
import { KILOBYTE } from "../file/bytes.ts";

/** The size limit of free JSON in a request, which fills prompts and is sent on many times. */
export const LONGEST_JSON_BYTES = 64 * KILOBYTE;

/** Returns the schema with a limit: a value that is longer than 64 KB as JSON is refused. */
export const limitedJson = <S extends z.ZodType>(schema: S) =>
  schema.refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= LONGEST_JSON_BYTES,
    `This may come to ${LONGEST_JSON_BYTES / KILOBYTE} KB (${LONGEST_JSON_BYTES} bytes) as JSON`,
  );
