import { z } from "zod";
import { LONGEST_CONTACT_NAME } from "../../domain/contact/contact-list.ts";
import {
  MOST_SENT_CONSENTS,
  MOST_SENT_CONTACTS,
  SENT_CONTACT_RESULTS,
} from "../../domain/contact/upserted-contacts.ts";
import { isNumberingCountry } from "../../domain/number/phone-number.ts";
import { withoutInvisibleMarks } from "../../domain/number/written-number.ts";
import { jsonObjectInput, optional } from "../http/fields.ts";
import { consentStatement } from "./consents.schemas.ts";
import { contactListParams, contactPriority } from "./contacts.schemas.ts";

const fields = {
  name: optional(z.string().trim().max(LONGEST_CONTACT_NAME)),
  timezone: optional(z.string().overwrite(withoutInvisibleMarks).trim().max(64)),
  priority: optional(contactPriority),
  attributes: optional(jsonObjectInput),
  consent: optional(consentStatement),
};

export const sentContact = z.strictObject({ phone_number: z.string().trim().min(1).max(64), ...fields });
export type SentContact = z.output<typeof sentContact>;

export const sentContactsBody = z.strictObject({
  contacts: z
    .array(sentContact)
    .min(1)
    .max(MOST_SENT_CONTACTS)
    .refine((contacts) => contacts.filter(({ consent }) => consent).length <= MOST_SENT_CONSENTS, {
      error: `At most ${MOST_SENT_CONSENTS} contacts of a request may state a consent: send the others in another one`,
    }),
  default_country: optional(
    z
      .string()
      .refine(isNumberingCountry, "Two letters of ISO 3166, such as DE")
      .meta({ description: "National numbers are read in this country; left out: in the organization's" }),
  ),
});

const count = z.number().int();

export const sentContactsAnswer = z
  .object({
    added: count,
    changed: count,
    refused: count,
    results: z.array(
      z
        .object({
          index: count,
          phone_number: z.string(),
          result: z.enum(SENT_CONTACT_RESULTS),
          contact_id: count.nullable(),
          reason: z.string().nullable(),
        })
        .meta({ id: "SentContactAnswer" }),
    ),
  })
  .meta({ id: "SentContactsAnswer" });

export const numberedContactParams = contactListParams.extend({ phone_number: z.string().trim().min(1).max(64) });
export const numberedContactBody = z.strictObject(fields);
