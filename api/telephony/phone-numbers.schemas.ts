import { z } from "zod";
import { isNumberingCountry } from "../../domain/number/phone-number.ts";
import { phoneNumberAnswer, providerSync } from "../../infra/postgres/telephony/phone-number-row.ts";
import { idField, idParameter, jsonObject, optional, withDefault } from "../http/fields.ts";

const country = z
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
  is_active: withDefault(z.boolean(), true),
  is_default_caller_id: withDefault(z.boolean(), false),
  extra_metadata: withDefault(jsonObject, {}),
});

export const updatePhoneNumberBody = z.strictObject({
  label: optional(label),
  inbound_workflow_id: optional(idField),
  clear_inbound_workflow: withDefault(z.boolean(), false),
  is_active: optional(z.boolean()),
  country_code: optional(country),
  extra_metadata: optional(jsonObject),
});

export const phoneNumberListAnswer = z
  .object({ phone_numbers: z.array(phoneNumberAnswer) })
  .meta({ id: "PhoneNumberList" });

export const deletedPhoneNumberAnswer = z.object({ message: z.string(), provider_sync: providerSync });
