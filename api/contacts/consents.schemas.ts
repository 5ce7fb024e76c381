import { z } from "zod";
import { CONSENT_STATUSES, CONSENT_TEXTS } from "../../domain/contact/consent.rules.ts";
import { nullableTime, optional, time } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

const status = z.enum(CONSENT_STATUSES);

/** The fields of a consent in a request. */
export const consentStatement = z.strictObject({
  status,
  source: z
    .string()
    .trim()
    .min(1)
    .max(CONSENT_TEXTS.source)
    .meta({ description: "Where it was said: a form, a letter, a call" }),
  wording: optional(z.string().trim().min(1).max(CONSENT_TEXTS.wording)).meta({
    description: "The wording of the question, or of the person's answer",
  }),
});

const phoneNumber = z.string().min(1).max(64);

export const consentBody = consentStatement.extend({ phone_number: phoneNumber });

export const consentQuery = z.object({
  phone_number: phoneNumber.meta({ description: "E.164, URL-encoded" }),
  cursor: optional(z.coerce.number().int().positive()).meta({ description: "`next_cursor` of the page before" }),
  limit: pageLimit,
});

const keptConsent = {
  phone_number: z.string(),
  status,
  at: nullableTime,
  source: z.string().nullable(),
  wording: z.string().nullable(),
};
export const consentAnswer = z.object(keptConsent).meta({ id: "Consent" });

export const consentHistoryAnswer = z
  .object({
    ...keptConsent,
    history: z
      .array(
        z.object({
          status,
          at: time,
          source: z.string(),
          wording: z.string().nullable(),
          by: z.string().meta({ description: "`user:7`, `api_key:12` or `system`" }),
        }),
      )
      .meta({ description: "Every change, newest first" }),
    next_cursor: z.number().int().nullable(),
  })
  .meta({ id: "ConsentHistory" });
