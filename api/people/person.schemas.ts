import { z } from "zod";
import { CAMPAIGN_STATES } from "../../domain/campaign/campaign-states.rules.ts";
import { KEPT_CONTACT_STATES, UNFINISHED_CONTACT_STATES } from "../../domain/campaign/contact-states.rules.ts";
import { CONSENT_STATUSES } from "../../domain/contact/consent.rules.ts";
import { DO_NOT_CALL_SOURCES } from "../../domain/contact/do-not-call.ts";
import { REQUEST_KINDS, REQUEST_STATES } from "../../domain/request/request.rules.ts";
import { outlookFields } from "../calls/call-outlook.schemas.ts";
import { contactConsent } from "../contacts/contacts.schemas.ts";
import { environmentAnswer, nullableTime, optional, time } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

const text = z.string().nullable();
const number = z.number().int().nullable();
const phoneNumber = z.string().min(1).max(64).meta({ description: "E.164, URL-encoded" });
const contactState = z.enum(KEPT_CONTACT_STATES);
const consentStatus = z.enum(CONSENT_STATUSES);

export const personQuery = z.object({ phone_number: phoneNumber });

const outlook = z.object(outlookFields).meta({ id: "CallOutlook" });

const prospect = z
  .object({
    campaign_id: z.number().int(),
    campaign_name: z.string(),
    campaign_state: z.enum(CAMPAIGN_STATES),
    contact_id: z.number().int(),
    state: z
      .enum(["planned", ...UNFINISHED_CONTACT_STATES])
      .meta({ description: "`planned`: the campaign has not begun" }),
    attempts: z.number().int(),
    last_outcome: text,
    next_attempt_at: nullableTime.meta({ description: "The earliest next attempt; null: it is as good as any other" }),
    call_back_at: nullableTime.meta({ description: "When the person asked to be called" }),
    outlook,
  })
  .meta({ id: "PersonProspect" });

export const personAnswer = z
  .object({
    phone_number: z.string(),
    names: z.array(z.string()).meta({ description: "By which lists and calls know the number, the newest first" }),
    contacts: z
      .array(
        z
          .object({
            contact_id: z.number().int(),
            contact_list_id: z.number().int(),
            contact_list_name: z.string(),
            environment: environmentAnswer,
            timezone: text,
            attributes: z.record(z.string(), z.unknown()),
          })
          .meta({ id: "ContactOfPerson" }),
      )
      .meta({ description: "Its places in contact lists, the newest first, at most fifty" }),
    consent: contactConsent,
    do_not_call: z.boolean().meta({ description: "An entry of the do-not-call list binds" }),
    any_call: outlook,
    next: z.array(prospect).meta({ description: "The campaigns that still call it, the newest first" }),
    next_left_off: z.boolean().meta({ description: "There are more campaigns that call it" }),
  })
  .meta({ id: "Person" });

export const PERSON_EVENT_KINDS = [
  "call",
  "missed_call",
  "message",
  "consent",
  "do_not_call",
  "joined_list",
  "joined_campaign",
  "export",
  "erasure",
] as const;

export const historyQuery = z.object({
  phone_number: phoneNumber,
  cursor: optional(z.string().max(512)).meta({ description: "`next_cursor` of the page before" }),
  limit: pageLimit,
});

const call = z
  .object({
    run_id: z.number().int(),
    direction: z.enum(["inbound", "outbound"]),
    mode: z.string(),
    environment: environmentAnswer,
    state: z.string(),
    outcome: text,
    disposition: text,
    workflow_id: z.number().int(),
    workflow_name: z.string(),
    provider: text,
    account_name: text,
    attempt: z.number().int(),
    answered_by: text,
    opted_out: z.boolean(),
    started_at: nullableTime,
    answered_at: nullableTime,
    ended_at: nullableTime,
    duration_seconds: number,
    cost_minor: number,
    currency: text,
    requests: z
      .array(
        z
          .object({
            id: z.number().int(),
            kind: z.enum(REQUEST_KINDS),
            state: z.enum(REQUEST_STATES),
            decision: text,
            settled_by: text,
            created_at: time,
            settled_at: nullableTime,
          })
          .meta({ id: "RequestOfCall" }),
      )
      .meta({ description: "What people were asked in the call" }),
    transfers: z
      .array(
        z
          .object({
            state: z.string(),
            outcome: text,
            requested_at: time,
            connected_at: nullableTime,
            ended_at: nullableTime,
          })
          .meta({ id: "TransferOfCall" }),
      )
      .meta({ description: "To whom the call was handed" }),
  })
  .meta({ id: "CallWithPerson" });

const event = z
  .object({
    kind: z.enum(PERSON_EVENT_KINDS),
    at: time,
    by: text.meta({ description: "Who did it, as `user:7`; null: the person, a carrier, or nobody is known" }),
    campaign: z
      .object({ id: z.number().int(), name: z.string(), contact_id: number, state: contactState.nullable() })
      .nullable()
      .meta({ description: "The campaign of a call, or the one that it joined" }),
    contact_list: z
      .object({ id: z.number().int(), name: z.string(), is_hidden: z.boolean(), import_id: number })
      .nullable()
      .meta({ description: "The list that it came into; hidden: it was made from the file of one campaign" }),
    call: call.nullable(),
    missed_call: z
      .object({ reason: z.string(), called_number: z.string(), called_back_run_id: number })
      .nullable()
      .meta({ description: "A call that nobody took and that has no run" }),
    message: z
      .object({
        message_id: z.uuid(),
        direction: z.enum(["inbound", "outbound"]),
        state: z.string(),
        text: z.string(),
        provider: z.string(),
      })
      .nullable()
      .meta({ description: "A text to the person or from them" }),
    consent: z.object({ status: consentStatus, source: z.string(), wording: text }).nullable(),
    do_not_call: z
      .object({ source: z.enum(DO_NOT_CALL_SOURCES), reason: text, expires_at: nullableTime })
      .nullable()
      .meta({ description: "The entry that binds now" }),
    privacy: z
      .object({ id: z.uuid(), state: z.string(), reason: z.string() })
      .nullable()
      .meta({ description: "An export or an erasure; admins see them" }),
  })
  .meta({ id: "PersonEvent" });

export const historyAnswer = z
  .object({ phone_number: z.string(), events: z.array(event), next_cursor: text })
  .meta({ id: "PersonHistory" });
