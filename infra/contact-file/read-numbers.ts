import type { Readable } from "node:stream";
import { type FileNumber, numberRows } from "./number-rows.ts";
import { readContactFile } from "./read-contact-file.ts";
import type { Asking } from "./read-in-process.ts";

type HowToRead = Pick<Asking<unknown, unknown>, "limits" | "encoding" | "onWarnings">;

/** Reads the numbers of a file; `country` (ISO 3166) is that of national numbers. Throws ContactFileError. */
export const readNumbers = (file: Readable, country: string | null, how: HowToRead = {}): AsyncGenerator<FileNumber> =>
  readContactFile(file, { ...how, reading: numberRows, input: { country } });
