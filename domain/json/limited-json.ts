import type { z } from "zod";

/** What free JSON of a request may come to: it is filled into prompts and sent on, again and again. */
const MAX_BYTES = 65_536;

/** The same schema; a value that is longer than 64 KB as JSON is refused. */
export const limitedJson = <S extends z.ZodType>(schema: S) =>
  schema.refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES,
    `This may come to ${MAX_BYTES / 1024} KB (${MAX_BYTES} bytes) as JSON`,
  );
