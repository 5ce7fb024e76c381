import { z } from "zod";
import { findMappingFault, LONGEST_INTAKE_KEY, MOST_CALL_SOURCES } from "../../domain/contact/intake.ts";
import { compileCallCondition } from "../../infra/rule-pack/compile-call-condition.ts";
import { idParameter, nullableTime, optional, time, withDefault } from "../http/fields.ts";
import { contactListParams } from "./contacts.schemas.ts";

const pointer = z.string().min(1).max(255);
const name = z.string().trim().min(1).max(LONGEST_INTAKE_KEY);

/** An expression of CEL that is true of the calls whose people are taken. */
const callCondition = z
  .string()
  .trim()
  .min(1)
  .superRefine((text, check) => {
    const compiled = compileCallCondition(text);
    if ("fault" in compiled) {
      const { line, column, sentence } = compiled.fault;
      check.addIssue({ code: "custom", message: `Line ${line}, character ${column}: ${sentence}` });
    }
  });

const mapping = z
  .strictObject({
    phone_number: pointer.meta({ description: "Where the number is, as a JSON pointer: /answers/phone" }),
    name: optional(pointer),
    timezone: optional(pointer),
    key: optional(pointer).meta({
      description: "What names a submission: nobody is enrolled twice under one key; left out: webhook-id, or the call",
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

const ids = z.array(z.number().int().positive()).min(1).max(MOST_CALL_SOURCES);

const calls = z
  .strictObject({
    workflow_ids: optional(ids).meta({ description: "Of these agents; left out: of every one" }),
    campaign_ids: optional(ids).meta({ description: "Of these campaigns; left out: of every one and of none" }),
    when: optional(callCondition).meta({
      description:
        "An expression of CEL over variables, attributes, outcome, disposition, answered_by, direction, duration_seconds, name and phone_number, such as variables.wants_offer == true; left out: every call",
    }),
  })
  .meta({ id: "SentCallsOfIntake" });

const CALLS =
  "Which ended calls it takes people of, each once; its mapping points into the call. Left out: it is an address that takes payloads";

export const intakeBody = z
  .strictObject({
    name,
    mapping: optional(mapping).meta({
      description:
        "What a contact is made of. Only an intake of calls may leave it out: it takes whom the call was with, by /phone_number and /name",
    }),
    calls: optional(calls).meta({ description: CALLS }),
  })
  .superRefine(({ mapping, calls }, issues) => {
    if (mapping === undefined && calls === undefined)
      issues.addIssue({
        code: "custom",
        path: ["mapping"],
        message: 'Say what of a payload makes a contact: {"phone_number": "/phone"}',
      });
  });

export const intakeChanges = z.strictObject({
  name: optional(name),
  mapping: optional(mapping),
  calls: optional(calls).meta({ description: "Of an intake of calls: which ones, instead of those before" }),
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

const callsAnswer = z
  .object({
    workflow_ids: z.array(z.number().int()).optional(),
    campaign_ids: z.array(z.number().int()).optional(),
    when: z.string().optional().meta({ description: "The expression of CEL that is true of them" }),
  })
  .meta({ id: "CallsOfIntake" });

const intakeFields = {
  intake_id: z.number().int(),
  contact_list_id: z.number().int(),
  name: z.string(),
  kind: z.enum(["form", "calls"]).meta({ description: "`form`: an address; `calls`: it takes people of ended calls" }),
  url: z.url().nullable().meta({ description: "Takes signed payloads by POST; null: it takes ended calls" }),
  calls: callsAnswer.nullable().meta({ description: "Which ended calls it takes people of; null: it is an address" }),
  mapping: mappingAnswer,
  is_active: z.boolean(),
  taken: z.number().int().meta({ description: "How many payloads, or calls, were taken" }),
  last_taken_at: nullableTime,
  created_at: time,
  faults: z.array(z.object({ at: time, reason: z.string(), payload: z.string() }).meta({ id: "IntakeFault" })).meta({
    description: "The newest payloads or calls that could not be taken, each with its beginning and the reason",
  }),
};

export const intakeAnswer = z.object(intakeFields).meta({ id: "ContactIntake" });
export const intakesAnswer = z.object({ intakes: z.array(intakeAnswer) }).meta({ id: "ContactIntakeList" });
export const intakeWithSecretAnswer = z
  .object({
    ...intakeFields,
    secret: z
      .string()
      .nullable()
      .meta({ description: "Signs payloads; shown once. null: it was not made anew, or it takes ended calls" }),
  })
  .meta({ id: "ContactIntakeWithSecret" });

export const takenAnswer = z
  .object({
    result: z.enum(["added", "changed", "repeated"]).meta({ description: "`repeated`: its key was taken before" }),
    contact_id: z.number().int().nullable(),
  })
  .meta({ id: "TakenContact" });
