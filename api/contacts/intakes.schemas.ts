import { z } from "zod";
import { findMappingFault, LONGEST_INTAKE_KEY } from "../../domain/contact/intake.ts";
import { idParameter, nullableTime, optional, time, withDefault } from "../http/fields.ts";
import { contactListParams } from "./contacts.schemas.ts";

const pointer = z.string().min(1).max(255);
const name = z.string().trim().min(1).max(LONGEST_INTAKE_KEY);

const mapping = z
  .strictObject({
    phone_number: pointer.meta({ description: "Where the number is, as a JSON pointer: /answers/phone" }),
    name: optional(pointer),
    timezone: optional(pointer),
    key: optional(pointer).meta({
      description: "What names a submission: nobody is enrolled twice under one key; left out: webhook-id",
    }),
    attributes: optional(z.record(z.string().min(1).max(255), pointer)).meta({
      description: "Attributes of the contact, each with where its value is",
    }),
    consent: optional(
      z
        .strictObject({
          granted_by: optional(pointer).meta({
            description: "Where true, yes, on or 1 grants it; left out: every payload does",
          }),
          source: z
            .string()
            .trim()
            .min(1)
            .max(255)
            .meta({ description: "Where it comes from, such as the form's address" }),
          wording: optional(z.string().trim().min(1).max(2_000)).meta({ description: "What they agreed to" }),
        })
        .meta({ id: "IntakeConsentStatement" }),
    ).meta({ description: "The consent that a payload states; left out: none" }),
  })
  .superRefine((value, issues) => {
    const fault = findMappingFault(value);
    if (fault) issues.addIssue({ code: "custom", path: fault.path, message: fault.message });
  })
  .meta({ id: "SentIntakeMapping" });

export const intakeBody = z.strictObject({ name, mapping });

export const intakeChanges = z.strictObject({
  name: optional(name),
  mapping: optional(mapping),
  is_active: optional(z.boolean()),
  rotate_secret: withDefault(z.boolean(), false).meta({
    description: "Makes a new secret, which only this answer has; the old one is taken for another day",
  }),
});

export const intakeParams = contactListParams.extend({ intake_id: idParameter });
export const intakeAddressParams = z.object({ organization_id: idParameter, intake_uuid: z.uuid() });

const mappingAnswer = z
  .object({
    phone_number: z.string(),
    name: z.string().optional(),
    timezone: z.string().optional(),
    key: z.string().optional(),
    attributes: z.record(z.string(), z.string()).optional(),
    consent: z
      .object({ granted_by: z.string().optional(), source: z.string(), wording: z.string().optional() })
      .meta({ id: "IntakeConsent" })
      .optional(),
  })
  .meta({ id: "IntakeMapping" });

const intakeFields = {
  intake_id: z.number().int(),
  contact_list_id: z.number().int(),
  name: z.string(),
  url: z.url().meta({ description: "Takes signed payloads by POST" }),
  mapping: mappingAnswer,
  is_active: z.boolean(),
  taken: z.number().int().meta({ description: "How many payloads were taken" }),
  last_taken_at: nullableTime,
  created_at: time,
  faults: z
    .array(z.object({ at: time, reason: z.string(), payload: z.string() }).meta({ id: "IntakeFault" }))
    .meta({ description: "The newest payloads that could not be taken, each with its beginning and the reason" }),
};

export const intakeAnswer = z.object(intakeFields).meta({ id: "ContactIntake" });
export const intakesAnswer = z.object({ intakes: z.array(intakeAnswer) }).meta({ id: "ContactIntakeList" });
export const intakeWithSecretAnswer = z
  .object({
    ...intakeFields,
    secret: z.string().nullable().meta({ description: "Signs payloads; shown once. null: it was not made anew" }),
  })
  .meta({ id: "ContactIntakeWithSecret" });

export const takenAnswer = z
  .object({
    result: z.enum(["added", "changed", "repeated"]).meta({ description: "`repeated`: its key was taken before" }),
    contact_id: z.number().int().nullable(),
  })
  .meta({ id: "TakenContact" });
