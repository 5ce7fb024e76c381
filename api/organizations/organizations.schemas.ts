import { z } from "zod";
import { isNumberingCountry } from "../../domain/number/phone-number.ts";
import { optional, timeZone } from "../http/fields.ts";

const country = z
  .string()
  .length(2)
  .toUpperCase()
  .refine(isNumberingCountry, "No country has this code (ISO 3166, two letters)");

export const preferencesBody = z.strictObject({
  name: optional(z.string().trim().min(1).max(255)),
  country: optional(country),
  timezone: optional(timeZone),
  test_phone_number: optional(z.string().trim().min(1).max(64)),
  concurrent_call_limit: optional(z.number().int().min(1).max(5000)),
  max_attempts_per_number_per_day: optional(z.number().int().min(1).max(1000)),
  artifact_link_days: optional(z.number().int().min(1).max(365)),
  retention_days: optional(z.number().int().min(1).max(3650)),
});

export const preferencesAnswer = z
  .object({
    name: z.string(),
    country: z.string().nullable().meta({ description: "National numbers are read in it (ISO 3166)" }),
    timezone: z.string().nullable(),
    test_phone_number: z.string().nullable().meta({ description: "E.164" }),
    concurrent_call_limit: z.number().int(),
    max_attempts_per_number_per_day: z.number().int().nullable().meta({ description: "null: no limit" }),
    artifact_link_days: z.number().int().meta({ description: "How long links to recordings and transcripts work" }),
    retention_days: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Recordings, transcripts and words of calls are removed after these days; null: never" }),
  })
  .meta({ id: "OrganizationPreferences" });
