import { z } from "zod";
import {
  ACCOUNT_ROUTES,
  MOST_COUNTRIES,
  MOST_FOLLOWERS,
  USUAL_ROUTE,
} from "../../domain/call/account-failover-and-route.rules.ts";
import { MOST_CALLS_OF_ACCOUNT } from "../../domain/call/carrier-account.ts";
import { MOST_CALLS_PER_SECOND } from "../../domain/call/carrier-pace.rules.ts";
import { CALLER_ID_STRATEGIES, USUAL_CALLER_ID_STRATEGY } from "../../domain/number/caller-id.ts";
import { idField, idParameter, nullableTime, optional, time, withDefault } from "../http/fields.ts";

const name = z.string().trim().min(1).max(64);
export const callerIdStrategy = z.enum(CALLER_ID_STRATEGIES);
const concurrentCalls = z.number().int().min(1).max(MOST_CALLS_OF_ACCOUNT);
const connectivity = z.enum(["api", "sip"]);

/** Settings of every carrier account beside the carrier's own, which `telephony.providers` lists. */
export const carrierSettings = z
  .looseObject({
    provider: z.string().min(1).max(32),
    calls_per_second: optional(z.number().positive().max(MOST_CALLS_PER_SECOND)),
    max_concurrent_calls: optional(concurrentCalls),
    inbound_reserve: withDefault(
      z
        .number()
        .int()
        .min(0)
        .max(MOST_CALLS_OF_ACCOUNT - 1),
      0,
    ),
    max_concurrent_per_caller_id: optional(concurrentCalls),
    caller_id_strategy: withDefault(callerIdStrategy, USUAL_CALLER_ID_STRATEGY),
  })
  .refine(({ inbound_reserve: reserve, max_concurrent_calls: limit }) => reserve === 0 || reserve < (limit ?? 0), {
    path: ["inbound_reserve"],
    message: "The lines kept for callers must be fewer than max_concurrent_calls, which has to be set with them",
  })
  .meta({ description: "`provider` and its fields, as `telephony.providers` lists them" });

const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "Must be a country's code of two letters, such as DE");

const follower = z
  .strictObject({
    telephony_configuration_id: z.number().int().positive(),
    countries: optional(z.array(country).min(1).max(MOST_COUNTRIES)).meta({
      description: "The countries whose numbers it takes, by their codes of two letters; absent: all",
    }),
  })
  .meta({ id: "AccountFollower" });

/** Which accounts take the calls of this one, and when. */
const routing = {
  failover: z.array(follower).max(MOST_FOLLOWERS).meta({
    description:
      "The accounts that take calls while this one is out, the first first; an attempt never changes its account",
  }),
  route: z.enum(ACCOUNT_ROUTES).meta({
    description:
      "`cheapest`: of this account and those that follow it, the one with the lowest listed price to the number",
  }),
};

export const telephonyAccountParams = z.object({ config_id: idParameter });

export const createTelephonyAccountBody = z.strictObject({
  name,
  is_default_outbound: withDefault(z.boolean(), false),
  failover: withDefault(routing.failover, []),
  route: withDefault(routing.route, USUAL_ROUTE),
  text_workflow_id: optional(idField),
  config: carrierSettings,
});

export const updateTelephonyAccountBody = z.strictObject({
  name: optional(name),
  failover: optional(routing.failover),
  route: optional(routing.route),
  text_workflow_id: optional(idField),
  clear_text_workflow: withDefault(z.boolean(), false),
  config: optional(carrierSettings),
});

const carrierField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  required: z.boolean(),
  sensitive: z.boolean(),
  description: z.string().nullable(),
  placeholder: z.string().nullable(),
});

export const carriersAnswer = z
  .object({
    providers: z.array(
      z.object({
        provider: z.string(),
        display_name: z.string(),
        connectivity,
        fields: z.array(carrierField),
        docs_url: z.string().nullable(),
        available: z.boolean(),
        unavailable_reason: z
          .string()
          .nullable()
          .meta({ description: "What the operator has to do first; null: nothing" }),
        sends_texts: z.boolean().meta({ description: "Texts (SMS) can be sent and received by its accounts" }),
        texts_by_hand: z.string().nullable().meta({
          description: "What has to be set at the carrier by hand before texts come in; null: nothing",
        }),
      }),
    ),
  })
  .meta({ id: "TelephonyProviders" });

const telephonyAccountFields = {
  id: z.number().int(),
  name: z.string(),
  provider: z.string(),
  connectivity,
  is_default_outbound: z.boolean(),
  inactive: z.boolean(),
  inactive_since: nullableTime,
  inactive_reason: z.string().nullable(),
  phone_number_count: z.number().int(),
  is_ready_for_outbound: z.boolean(),
  outbound_blocked_reason: z.string().nullable(),
  outbound_blocked_by: z
    .string()
    .nullable()
    .meta({ description: "The `key` of the step of `setup_checklist` to do first" }),
  failover: z.array(
    z
      .object({ telephony_configuration_id: z.number().int(), countries: z.array(z.string()).nullable() })
      .meta({ id: "AccountFollowerAnswer" }),
  ),
  route: routing.route,
  text_workflow_id: z.number().int().nullable(),
  out_until: nullableTime.meta({
    description:
      "Its carrier fails: until then calls go to the accounts that follow it; null: it works, or none follows it",
  }),
  created_at: time,
  updated_at: time,
};

export const telephonyAccountListAnswer = z
  .object({ configurations: z.array(z.object(telephonyAccountFields)) })
  .meta({ id: "TelephonyConfigurationList" });

const setupStep = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  complete: z.boolean(),
  blocks_outbound: z.boolean(),
});

export const telephonyAccountAnswer = z
  .object({
    ...telephonyAccountFields,
    credentials: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).meta({
      description: "The settings in the form of `config`; secrets are masked, and sending a mask back keeps the secret",
    }),
    credential_check: z
      .object({ ok: z.boolean(), message: z.string() })
      .meta({ id: "CredentialCheck" })
      .nullable()
      .meta({
        description: "What the carrier said when this request saved credentials; `ok: false`: it could not be asked",
      }),
    setup_checklist: z.object({
      ready_for_outbound: z.boolean(),
      outbound_blocked_reason: z.string().nullable(),
      steps: z.array(setupStep),
      docs_url: z.string().nullable(),
    }),
  })
  .meta({ id: "TelephonyConfiguration" });

export const warningsAnswer = z
  .object({
    telnyx_missing_webhook_public_key_count: z.number().int(),
    public_address_findings: z.array(z.string()).meta({
      description: "What does not come through PUBLIC_BASE_URL, in sentences for the operator; empty: everything does",
    }),
    vonage_missing_signature_secret_count: z.number().int(),
  })
  .meta({ id: "TelephonyConfigWarnings" });

export const deletedAnswer = z.object({ message: z.string() });
