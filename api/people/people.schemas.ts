import { z } from "zod";
import { ERASURE_STEPS, KEEPS_DO_NOT_CALL } from "../../domain/privacy/erasure.rules.ts";
import { isEmail } from "../../domain/privacy/person.ts";
import { nullableTime, optional, time, withDefault } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

const person = {
  phone_number: optional(z.string().min(1).max(64)),
  email: optional(z.string().trim().max(254).refine(isEmail, "This is not an e-mail address")),
};

interface Asked {
  phone_number?: string | undefined;
  email?: string | undefined;
}

/** One of the two: with both, a mistyped one would erase somebody else. */
const isOne = ({ phone_number, email }: Asked): boolean => (phone_number === undefined) !== (email === undefined);
const ONE = { message: "Send either phone_number or email", path: ["phone_number"] };

const places = z.array(z.object({ place: z.string(), count: z.number().int() }).meta({ id: "PersonalData" }));

export const personBody = z.strictObject(person).refine(isOne, ONE);

export const erasureBody = z
  .strictObject({
    ...person,
    reason: z.string().trim().min(1).max(500),
    keep_do_not_call: withDefault(z.boolean(), KEEPS_DO_NOT_CALL),
  })
  .refine(isOne, ONE);

export const exportBody = z.strictObject({ ...person, reason: z.string().trim().min(1).max(500) }).refine(isOne, ONE);

export const exportParams = z.object({ export_id: z.uuid() });

export const exportAnswer = z
  .object({
    export_id: z.uuid(),
    state: z.enum(["running", "done", "canceled", "removed"]).meta({ id: "PersonExportState" }),
    step: z.string().nullable().meta({ description: "The place that is being written" }),
    reason: z.string(),
    requested_by: z.string(),
    created_at: time,
    finished_at: nullableTime,
    expires_at: nullableTime,
    size_bytes: z.number().int().nullable(),
    held: places,
  })
  .meta({ id: "PersonExport" });

export const exportListAnswer = z
  .object({ exports: z.array(exportAnswer), next_cursor: z.number().int().nullable() })
  .meta({ id: "PersonExportList" });

export const exportLinkAnswer = z
  .object({ url: z.url().meta({ description: "Opens the file, for whoever has it" }), expires_at: time })
  .meta({ id: "PersonExportLink" });

export const erasureParams = z.object({ erasure_id: z.uuid() });

export const erasuresQuery = z.object({
  cursor: optional(z.coerce.number().int().positive()),
  limit: pageLimit,
});

export const foundPersonAnswer = z
  .object({
    numbers: z.number().int(),
    calls_under_way: z.number().int(),
    do_not_call: z.boolean(),
    found: places,
    documents: z.array(z.object({ document_uuid: z.uuid(), filename: z.string() }).meta({ id: "DocumentNaming" })),
  })
  .meta({ id: "FoundPerson" });

export const erasureAnswer = z
  .object({
    erasure_id: z.uuid(),
    state: z.enum(["running", "done"]).meta({ id: "ErasureState" }),
    step: z.enum(ERASURE_STEPS).meta({ id: "ErasureStep" }).nullable(),
    steps_done: z.number().int(),
    steps: z.number().int(),
    reason: z.string(),
    keep_do_not_call: z.boolean(),
    requested_by: z.string(),
    created_at: time,
    finished_at: nullableTime,
    receipt: places,
  })
  .meta({ id: "Erasure" });

export const erasureListAnswer = z
  .object({ erasures: z.array(erasureAnswer), next_cursor: z.number().int().nullable() })
  .meta({ id: "ErasureList" });
