import { z } from "zod";
import { NATIONAL_LIST_STATES } from "../../domain/contact/national-list.ts";
import { isNumberingCountry } from "../../domain/number/phone-number.ts";
import { idParameter, nullableTime, optional, time } from "../http/fields.ts";
import { encodingField, fileWarnings } from "../http/file-fields.ts";
import { pageLimit } from "../http/pagination.ts";

export const nationalListParams = z.object({ national_list_id: idParameter });

export const nationalListsQuery = z.object({
  cursor: optional(z.coerce.number().int().positive()).meta({ description: "`next_cursor` of the page before" }),
  limit: pageLimit,
});

export const nationalListBody = z.strictObject({
  object_store_key: z
    .string()
    .min(1)
    .max(1024)
    .meta({ description: "The key of a file uploaded through a signed URL" }),
  source: z.string().trim().min(1).max(100).meta({
    description: "The publisher of the list, such as `FTC 212`; a newer list of the same source replaces it",
  }),
  as_of: z.iso.date().meta({ description: "The day whose state the file has" }),
  default_country: optional(
    z.string().trim().toUpperCase().refine(isNumberingCountry, "This is no country code (ISO 3166, two letters)"),
  ).meta({ description: "Country that numbers without + are read in; otherwise the organization's" }),
  encoding: encodingField,
});

export const nationalListAnswer = z
  .object({
    id: z.number().int(),
    scope: z.literal("national"),
    source: z.string(),
    as_of: z.string(),
    state: z.enum(NATIONAL_LIST_STATES),
    numbers: z.number().int().meta({ description: "Loaded so far; each number once" }),
    invalid: z.number().int().meta({ description: "Lines that hold no telephone number" }),
    faults: z
      .array(z.object({ line: z.number().int(), value: z.string(), reason: z.string() }))
      .meta({ description: "The first hundred of them" }),
    error: z.string().nullable(),
    warnings: fileWarnings,
    created_at: time,
    completed_at: nullableTime,
    workflow_id: z.string(),
  })
  .meta({ id: "NationalList" });

export const nationalListsAnswer = z.object({
  national_lists: z.array(nationalListAnswer),
  next_cursor: z.string().nullable(),
});
