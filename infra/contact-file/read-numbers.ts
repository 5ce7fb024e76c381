import type { Readable } from "node:stream";
import { type FileNumber, numberRows } from "./number-rows.ts";
import { readContactFile } from "./read-contact-file.ts";
import type { RowsLimits } from "./read-in-process.ts";

/** Reads the numbers of a file, one a row; `country` (ISO 3166) is that of national numbers. Throws ContactFileError. */
export const readNumbers = (
  file: Readable,
  country: string | null,
  limits: RowsLimits = {},
): AsyncGenerator<FileNumber> => readContactFile(file, { reading: numberRows, input: { country }, limits });
