import { z } from "zod";
import { DO_NOT_CALL_SOURCES, LONGEST_REASON, MOST_NUMBERS_AT_ONCE } from "../../domain/contact/do-not-call.ts";
import { outlookFields } from "../calls/call-outlook.schemas.ts";
import { environmentAnswer, nullableTime, optional, time, timeInput } from "../http/fields.ts";
import { encodingField, fileWarnings } from "../http/file-fields.ts";
import { pageLimit } from "../http/pagination.ts";

export const doNotCallQuery = z.object({
  q: optional(z.string().trim().max(32)).meta({ description: "Part of a number" }),
  cursor: optional(z.string().max(128)).meta({ description: "`next_cursor` of the page before" }),
  limit: pageLimit,
});

export const doNotCallEntryAnswer = z
  .object({
    phone_number: z.string(),
    environment: environmentAnswer,
    reason: z.string().nullable(),
    source: z.enum(DO_NOT_CALL_SOURCES),
    created_by: z.number().int().nullable().meta({ description: "The id of the user who added it, if a user did" }),
    created_at: time,
    expires_at: nullableTime,
  })
  .meta({ id: "DoNotCallEntry" });

export const doNotCallAnswer = z.object({
  do_not_call: z.array(doNotCallEntryAnswer),
  next_cursor: z.string().nullable(),
});

export const checkDoNotCallQuery = z.object({
  phone_number: z.string().min(1).max(64).meta({ description: "E.164, URL-encoded" }),
});

export const checkedNumberAnswer = z
  .object({
    ...outlookFields,
    entry: doNotCallEntryAnswer.nullable().meta({ description: "Its entry on the list; null: it has none" }),
    national_entry: z
      .object({ scope: z.literal("national"), source: z.string(), as_of: z.string() })
      .nullable()
      .meta({ description: "The newest national list in force that holds it; it binds where consent is not granted" }),
  })
  .meta({ id: "NumberOutlook" });

export const addDoNotCallBody = z.strictObject({
  phone_numbers: z
    .array(z.string().max(64))
    .min(1)
    .max(MOST_NUMBERS_AT_ONCE, `At most ${MOST_NUMBERS_AT_ONCE} numbers; upload a file instead`),
  reason: optional(z.string().trim().min(1).max(LONGEST_REASON)),
  expires_at: optional(timeInput),
});

/** Optional, because a form with a file can be sent instead. */
export const uploadDoNotCallBody = z
  .strictObject({ object_store_key: z.string().min(1).max(1024), encoding: encodingField })
  .optional();

const invalidNumber = z.object({
  phone_number: z.string(),
  reason: z.string(),
  line: z.number().int().optional().meta({ description: "The line of the uploaded file" }),
});

export const addedDoNotCallAnswer = z
  .object({
    added: z.number().int(),
    already_listed: z.number().int(),
    invalid: z.array(invalidNumber).meta({ description: "The first thousand" }),
    invalid_count: z.number().int(),
  })
  .meta({ id: "DoNotCallAddition" });
export const uploadedDoNotCallAnswer = addedDoNotCallAnswer
  .extend({ warnings: fileWarnings })
  .meta({ id: "DoNotCallUpload" });

export const doNotCallParams = z.object({
  phone_number: z.string().min(1).max(64).meta({ description: "E.164, URL-encoded" }),
});
