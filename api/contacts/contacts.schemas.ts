import { z } from "zod";
import { OTHER_PAGE_ROWS } from "../../domain/access/list-pages.ts";
import { CONSENT_STATUSES, CONSENT_TEXTS } from "../../domain/contact/consent.rules.ts";
import { MOST_MAPPED_COLUMNS } from "../../domain/contact/contact-columns.ts";
import {
  CONTACT_FILE_NAME,
  NO_CONTACT_FILE,
  USUAL_CONTACT_FILE_TYPE,
} from "../../domain/contact/contact-file-limits.ts";
import { IMPORT_STATUSES, ON_DUPLICATE, ON_DUPLICATE_USUAL } from "../../domain/contact/contact-import.ts";
import {
  LONGEST_CONTACT_NAME,
  LONGEST_LIST_DESCRIPTION,
  LONGEST_LIST_NAME,
} from "../../domain/contact/contact-list.ts";
import { PRIORITIES } from "../../domain/contact/priority.ts";
import { FILE_TOO_LARGE, LARGEST_FILE_BYTES } from "../../domain/file/uploaded-file.ts";
import { isNumberingCountry } from "../../domain/number/phone-number.ts";
import {
  environmentAnswer,
  idParameter,
  jsonObjectInput,
  nullableTime,
  optional,
  time,
  timeZoneOrEmpty,
  withDefault,
} from "../http/fields.ts";
import { encodingField, fileWarnings } from "../http/file-fields.ts";
import { limitOf, pageFields, pageQuery } from "../http/pagination.ts";
import { consentStatement } from "./consents.schemas.ts";

const listName = z.string().trim().min(1).max(LONGEST_LIST_NAME);
const description = z.string().trim().max(LONGEST_LIST_DESCRIPTION);

export const contactListParams = z.object({ contact_list_id: idParameter });
export const contactParams = contactListParams.extend({ contact_id: idParameter });
export const contactImportParams = contactListParams.extend({ import_id: idParameter });

export const contactListBody = z.strictObject({ name: listName, description: optional(description) });

export const contactListAnswer = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string().nullable(),
    environment: environmentAnswer,
    contact_count: z.number().int(),
    created_at: time,
  })
  .meta({ id: "ContactList" });
export const contactListsAnswer = z.object({ contact_lists: z.array(contactListAnswer) });
export const deletedAnswer = z.object({ message: z.string() });

export const contactsQuery = z.object({
  ...pageQuery,
  q: optional(z.string().trim().max(255)).meta({ description: "Part of a number or name" }),
});

export const contactPriority = z
  .number()
  .int()
  .min(PRIORITIES.least)
  .max(PRIORITIES.most)
  .meta({
    description: `A campaign calls those with a higher one first; ${PRIORITIES.least} to ${PRIORITIES.most}, usually ${PRIORITIES.usual}`,
  });

export const contactConsent = z
  .object({
    status: z.enum(CONSENT_STATUSES),
    at: nullableTime,
    source: z.string().nullable(),
  })
  .meta({ id: "ContactConsent" });

export const contactAnswer = z
  .object({
    id: z.number().int(),
    contact_list_id: z.number().int(),
    phone_number: z.string(),
    name: z.string().nullable(),
    timezone: z.string().nullable(),
    priority: contactPriority,
    attributes: z.record(z.string(), z.unknown()),
    consent: contactConsent,
    created_at: time,
  })
  .meta({ id: "Contact" });
export const contactsAnswer = z.object({ contacts: z.array(contactAnswer), ...pageFields });

export const contactChanges = z.strictObject({
  name: optional(z.string().trim().max(LONGEST_CONTACT_NAME)).meta({ description: "Empty: the contact has none" }),
  timezone: optional(timeZoneOrEmpty).meta({
    description: "Empty: the zones of the number apply",
  }),
  priority: optional(contactPriority),
  attributes: optional(jsonObjectInput).meta({ description: "Replaces all attributes" }),
  consent: optional(consentStatement).meta({
    description: "The consent of the number, in every list and for every call",
  }),
});

export const uploadUrlBody = z.strictObject({
  file_name: z.string().trim().min(1).max(255).regex(CONTACT_FILE_NAME, NO_CONTACT_FILE),
  file_size: z.number().int().min(1).max(LARGEST_FILE_BYTES, FILE_TOO_LARGE),
  content_type: withDefault(
    z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+(; ?[\w=-]+)?$/, "This is no media type")
      .max(127),
    USUAL_CONTACT_FILE_TYPE,
  ),
});

const objectKey = z.string().meta({ description: "Where the signed URL put it; the import names this key" });
export const uploadUrlAnswer = z.object({
  upload_url: z.string(),
  method: z.literal("PUT"),
  headers: z.record(z.string(), z.string()),
  object_store_key: objectKey,
  file_key: objectKey,
  s3_key: objectKey,
  expires_in: z.number().int().meta({ description: "Seconds" }),
});

export const importBody = z.strictObject({
  object_store_key: z.string().min(1).max(1024),
  mapping: optional(
    z
      .record(z.string().min(1).max(255), z.string().min(1).max(255))
      .refine(
        (mapping) => Object.keys(mapping).length <= MOST_MAPPED_COLUMNS,
        `At most ${MOST_MAPPED_COLUMNS} columns`,
      ),
  ).meta({
    description:
      "Ours → the file's column: `phone_number`, `name`, `timezone`, `priority`; any other word renames an attribute",
  }),
  default_country: optional(
    z.string().trim().toUpperCase().refine(isNumberingCountry, "This is no country code (ISO 3166, two letters)"),
  ).meta({ description: "Country that numbers without + are read in; otherwise the organization's" }),
  encoding: encodingField,
  on_duplicate: withDefault(z.enum(ON_DUPLICATE), ON_DUPLICATE_USUAL),
  consent: optional(
    z.strictObject({
      status: z.enum(CONSENT_STATUSES),
      source: optional(z.string().trim().min(1).max(CONSENT_TEXTS.source)),
    }),
  ).meta({ description: "Stated for every number of the file; without it, consent stays as it is" }),
});

export const newListImportBody = z.strictObject({ ...contactListBody.shape, ...importBody.shape });

const importStatus = z.enum(IMPORT_STATUSES);
export const startedImportAnswer = z.object({
  import_id: z.number().int(),
  workflow_id: z.string(),
  status: importStatus,
});
export const newListImportAnswer = z.object({ contact_list_id: z.number().int(), ...startedImportAnswer.shape });

export const contactImportAnswer = z
  .object({
    import_id: z.number().int(),
    contact_list_id: z.number().int(),
    workflow_id: z.string(),
    status: importStatus,
    total_rows: z.number().int(),
    imported: z.number().int(),
    updated: z.number().int(),
    skipped: z.number().int(),
    invalid: z.number().int(),
    errors_url: z
      .string()
      .nullable()
      .meta({ description: "Signed download of the bad rows, once the import has ended" }),
    error: z.string().nullable(),
    warnings: fileWarnings,
    created_at: time,
    completed_at: nullableTime,
  })
  .meta({ id: "ContactImport" });

export const contactImportsQuery = z.object({ limit: limitOf(OTHER_PAGE_ROWS.contactImports) });

export const contactImportsAnswer = z.object({ imports: z.array(contactImportAnswer) });
