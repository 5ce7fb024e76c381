import type { z } from "zod";
import { KILOBYTE } from "../file/bytes.ts";

/** What free JSON of a request may come to: it is filled into prompts and sent on, again and again. */
export const LONGEST_JSON_BYTES = 64 * KILOBYTE;

/** The same schema; a value that is longer than 64 KB as JSON is refused. */
export const limitedJson = <S extends z.ZodType>(schema: S) =>
  schema.refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= LONGEST_JSON_BYTES,
    `This may come to ${LONGEST_JSON_BYTES / KILOBYTE} KB (${LONGEST_JSON_BYTES} bytes) as JSON`,
  );
