import { z } from "zod";
import {
  CONTAINED_DIGITS,
  FOUND_NUMBERS,
  RENTABLE_KINDS,
  USUAL_RENTABLE_KIND,
} from "../../domain/number/managed-number-rental.rules.ts";
import { booleanParameter, idField, idParameter, optional, withDefault } from "../http/fields.ts";
import { country } from "./phone-numbers.schemas.ts";

export const searchNumbersBody = z.strictObject({
  country,
  type: withDefault(z.enum(RENTABLE_KINDS), USUAL_RENTABLE_KIND),
  contains: optional(z.string().regex(CONTAINED_DIGITS, "Digits only")),
  limit: withDefault(z.number().int().min(1).max(FOUND_NUMBERS.most), FOUND_NUMBERS.usual),
  telephony_configuration_id: optional(idField),
});

export const availableNumbersAnswer = z
  .object({
    numbers: z.array(
      z.object({
        phone_number: z.string(),
        locality: z.string().nullable(),
        region: z.string().nullable(),
        capabilities: z.array(z.enum(["voice", "sms", "mms", "fax"])),
        monthly_cost_minor: z.number().int().nullable(),
        currency: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "AvailableNumbers" });

export const rentNumberBody = z.strictObject({
  phone_number: z.string().trim().min(1).max(64),
  workflow_id: optional(idField),
  telephony_configuration_id: optional(idField),
});

export const managedNumbersQuery = z.object({
  include_released: withDefault(booleanParameter, false).meta({ description: "Also numbers that were given back" }),
});

export const managedNumberParams = z.object({ phone_number_id: idParameter });
