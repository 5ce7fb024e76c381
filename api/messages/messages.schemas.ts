import { z } from "zod";
import { OTHER_PAGE_ROWS } from "../../domain/access/list-pages.ts";
import { MESSAGE_REASONS, MESSAGE_STATES } from "../../domain/message/message-states.rules.ts";
import { MESSAGE_KEYWORDS } from "../../domain/message/opt-out-keywords.rules.ts";
import { LONGEST_TEXT } from "../../domain/message/segments.rules.ts";
import { environmentAnswer, idField, idParameter, nullableTime, optional, time, timeInput } from "../http/fields.ts";
import { limitOf } from "../http/pagination.ts";

const phoneNumber = z.string().trim().min(1).max(64);

export const sendMessageBody = z.strictObject({
  to: phoneNumber.meta({ description: "E.164, or national in the organization's country" }),
  body: z
    .string()
    .min(1)
    .max(LONGEST_TEXT)
    .meta({ description: `The words, at most ${LONGEST_TEXT} characters` }),
  telephony_configuration_id: optional(idField),
  from_phone_number_id: optional(idField),
  campaign_id: optional(idField).meta({
    description: "The campaign that the text belongs to: its account sends it, its hours and its budget hold",
  }),
});

export const messageParams = z.object({ message_id: z.uuid() });

export const listMessagesQuery = z.object({
  phone_number: optional(phoneNumber).meta({ description: "Texts with this person alone" }),
  own_number: optional(phoneNumber).meta({ description: "Texts by this number of the organization alone" }),
  campaign_id: optional(idParameter).meta({
    description: "Texts of this campaign, and what people wrote back to them",
  }),
  direction: optional(z.enum(["inbound", "outbound"])),
  state: optional(z.enum(MESSAGE_STATES)),
  since: optional(timeInput).meta({ description: "Texts from this instant on" }),
  until: optional(timeInput).meta({ description: "Texts before this instant" }),
  cursor: optional(z.coerce.number().int().positive()).meta({ description: "`next_cursor` of the page before" }),
  limit: limitOf(OTHER_PAGE_ROWS.texts),
});

export const messageAnswer = z
  .object({
    id: z.uuid(),
    direction: z.enum(["inbound", "outbound"]),
    state: z.enum(MESSAGE_STATES).meta({
      description:
        "`unknown`: the carrier gave no clear answer; the text is not sent again, and the state follows when the carrier tells",
    }),
    reason: z.enum(MESSAGE_REASONS).meta({
      description: "Why it was written; `opt_out_answer`: the one answer to a word such as STOP",
    }),
    from: z.string().nullable().meta({ description: "E.164; null: the person was erased" }),
    to: z.string().nullable().meta({ description: "E.164; null: the person was erased" }),
    body: z.string().meta({ description: "Empty once it is no longer kept" }),
    body_hidden: z.boolean().meta({
      description: "What is sensitive was left out of the body by the organization's redaction, or its agent's",
    }),
    encoding: z.enum(["GSM-7", "UCS-2"]).meta({
      description:
        "`UCS-2` where a character is not of the alphabet of GSM: a segment then has 70 characters and not 160",
    }),
    segments: z.number().int().meta({ description: "What carriers charge for" }),
    keyword: z
      .enum(MESSAGE_KEYWORDS)
      .nullable()
      .meta({ description: "The word that the person wrote, in any language" }),
    cost_minor: z.number().int().nullable(),
    currency: z.string().nullable(),
    telephony_configuration_id: z.number().int().nullable(),
    campaign_id: z.number().int().nullable(),
    campaign_name: z.string().nullable().meta({ description: "null: it is of no campaign" }),
    workflow_id: z.number().int().nullable().meta({ description: "The agent that wrote it" }),
    thread_id: z.uuid().nullable().meta({
      description: "The conversation of the person with an agent, whose events the timeline lists by it; null: none",
    }),
    error_code: z.string().nullable().meta({
      description:
        "`opted_out`, `invalid_number`, `not_delivered`, `account_unusable`, `unclear`, `not_sent` or `failed`",
    }),
    error: z.string().nullable(),
    environment: environmentAnswer,
    created_at: time,
    settled_at: nullableTime.meta({ description: "When it was delivered or failed" }),
  })
  .meta({ id: "Message" });

export const messagesAnswer = z
  .object({
    messages: z.array(messageAnswer).meta({ description: "The texts, newest first" }),
    next_cursor: z.number().int().nullable(),
  })
  .meta({ id: "Messages" });
