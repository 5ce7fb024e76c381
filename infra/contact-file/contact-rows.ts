import { z } from "zod";
import { type ContactColumns, findColumns } from "../../domain/contact/contact-columns.ts";
import type { FileRow } from "../../domain/contact/contact-file-rows.ts";
import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
import { type WrittenContact, writeContact } from "../../domain/contact/contact-import.ts";
import { type ContactReading, readContact } from "../../domain/contact/read-contact.ts";
import type { RowReading } from "./row-reading.ts";

export interface ContactRow {
  line: number;
  reading:
    | { ok: true; contact: WrittenContact; otherColumn?: string | undefined }
    | Extract<ContactReading, { ok: false }>;
}

export interface ContactRowsInput {
  mapping: Record<string, string>;
  /** National numbers are read in this country (ISO 3166); null: they are refused. */
  country: string | null;
  /** The number of rows after the header that are left out, because they were read before. */
  position: number;
}

async function* readContacts(
  rows: AsyncIterable<FileRow>,
  { mapping, country, position }: ContactRowsInput,
): AsyncGenerator<ContactRow> {
  let columns: ContactColumns | null = null;
  let rowsSeen = 0;
  for await (const { line, values } of rows) {
    if (!columns) {
      columns = findColumns(values, mapping);
      continue;
    }
    rowsSeen += 1;
    if (rowsSeen <= position) continue;
    const reading = readContact(values, columns, country);
    yield { line, reading: reading.ok ? { ...reading, contact: writeContact(reading.contact) } : reading };
  }
  if (!columns) throw new ContactFileError("The file is empty.");
  if (rowsSeen === 0) throw new ContactFileError("The file has a header but no rows.");
}

/** Reads a contact or a fault from each row after the header. */
export const contactRows: RowReading<ContactRowsInput, ContactRow> = {
  name: "contacts",
  input: z.object({
    mapping: z.record(z.string(), z.string()),
    country: z.string().nullable(),
    position: z.number().int(),
  }),
  item: z.object({
    line: z.number().int(),
    reading: z.discriminatedUnion("ok", [
      z.object({
        ok: z.literal(true),
        contact: z.object({
          phoneNumber: z.string(),
          name: z.string().nullable(),
          timezone: z.string().nullable(),
          priority: z.number().nullable(),
          attributes: z.string(),
        }),
        otherColumn: z.string().optional(),
      }),
      z.object({ ok: z.literal(false), value: z.string(), reason: z.string() }),
    ]),
  }),
  read: readContacts,
};
