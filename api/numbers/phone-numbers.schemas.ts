import { z } from "zod";
import { isNumberingCountry } from "../../domain/number/phone-number.ts";
import { idField, idParameter, jsonObjectInput, optional, time, withDefault } from "../http/fields.ts";
import { plannedVersionsAnswer, versionWeights } from "../versions-side-by-side.ts";

/** A country with a numbering plan, in a request. */
export const country = z
  .string()
  .length(2)
  .transform((text) => text.toUpperCase())
  .refine(isNumberingCountry, "No country has this code (ISO 3166, two letters)");
const label = z.string().trim().min(1).max(64);

export const phoneNumbersParams = z.object({ config_id: idParameter });
export const phoneNumberParams = z.object({ config_id: idParameter, phone_number_id: idParameter });

export const createPhoneNumberBody = z.strictObject({
  address: z.string().trim().min(1).max(255),
  country_code: optional(country),
  label: optional(label),
  inbound_workflow_id: optional(idField),
  text_workflow_id: optional(idField),
  is_active: withDefault(z.boolean(), true),
  is_default_caller_id: withDefault(z.boolean(), false),
  extra_metadata: withDefault(jsonObjectInput, {}),
});

export const updatePhoneNumberBody = z.strictObject({
  label: optional(label),
  inbound_workflow_id: optional(idField),
  clear_inbound_workflow: withDefault(z.boolean(), false),
  text_workflow_id: optional(idField),
  clear_text_workflow: withDefault(z.boolean(), false),
  versions: optional(versionWeights).meta({
    description: "Versions of the agent side by side: a caller always talks with the same one",
  }),
  clear_versions: withDefault(z.boolean(), false).meta({ description: "true: the published version takes its calls" }),
  is_active: optional(z.boolean()),
  country_code: optional(country),
  extra_metadata: optional(jsonObjectInput),
});

export const carrierSync = z
  .object({ ok: z.boolean(), message: z.string().nullable() })
  .nullable()
  .meta({ description: "How pointing the number at the carrier went; null where nothing had to be pointed" });

/** The schema of `presentPhoneNumber`'s answer. */
export const phoneNumberAnswer = z
  .object({
    id: z.number().int(),
    telephony_configuration_id: z.number().int(),
    address: z.string(),
    address_normalized: z.string(),
    address_type: z.enum(["pstn", "sip_uri", "sip_extension"]),
    country_code: z.string().nullable(),
    label: z.string().nullable(),
    inbound_workflow_id: z.number().int().nullable(),
    inbound_workflow_name: z.string().nullable(),
    text_workflow_id: z.number().int().nullable(),
    versions: plannedVersionsAnswer.nullable().meta({ description: "null: the published version takes its calls" }),
    is_active: z.boolean(),
    is_default_caller_id: z.boolean(),
    ownership: z.enum(["account", "verified"]).meta({
      description: "verified: not on the account, but its owner has proved it; a caller id only",
    }),
    managed: z.boolean().meta({ description: "Rented through the platform, which can give it back" }),
    rented_at: time.nullable(),
    release_requested_at: time.nullable().meta({ description: "It takes no calls from here on" }),
    released_at: time.nullable().meta({ description: "It was released at the carrier; the row stays as history" }),
    extra_metadata: z.record(z.string(), z.unknown()),
    created_at: time,
    updated_at: time,
    provider_sync: carrierSync,
  })
  .meta({ id: "PhoneNumber" });

export const phoneNumberListAnswer = z
  .object({ phone_numbers: z.array(phoneNumberAnswer) })
  .meta({ id: "PhoneNumberList" });

export const deletedPhoneNumberAnswer = z.object({ message: z.string(), provider_sync: carrierSync });
