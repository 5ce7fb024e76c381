import { z } from "zod";
import { CONTACT_STATES } from "../../domain/campaign/contact-states.rules.ts";
import { idParameter, nullableTime, optional } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";
import { asOfQuery } from "./as-of.schemas.ts";

const contactState = z.enum(CONTACT_STATES);

export const campaignContactsQuery = asOfQuery.extend({
  limit: pageLimit,
  cursor: optional(idParameter).meta({ description: "`next_cursor` of the page before" }),
  state: optional(contactState).meta({ description: "`answered` and `unreached` are over" }),
  q: optional(z.string().trim().min(1).max(255)).meta({
    description: "Part of a number or name; one that begins with + is the beginning of a number, and is found fastest",
  }),
});

export const campaignContactsAnswer = z
  .object({
    contacts: z.array(
      z.object({
        id: z.number().int(),
        contact_id: z.number().int().nullable().meta({ description: "null: it was deleted from its list" }),
        phone_number: z.string(),
        name: z.string().nullable(),
        state: contactState,
        attempts: z.number().int(),
        last_outcome: z
          .string()
          .nullable()
          .meta({ description: "Of a suppressed contact: what keeps it from being called" }),
        call_back_at: nullableTime.meta({ description: "When the person has asked to be called; null: they have not" }),
        next_attempt_at: nullableTime.meta({ description: "For `waiting_retry`: not before this time" }),
      }),
    ),
    total_count: z.number().int().meta({ description: "All contacts that were asked for, by `state` and `q`" }),
    next_cursor: z.number().int().nullable(),
  })
  .meta({ id: "CampaignContacts" });
