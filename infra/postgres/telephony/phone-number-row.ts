import { z } from "zod";
import type { ProviderSync } from "../../telephony/point-number.ts";
import type { PhoneNumberWithAgent } from "./phone-number.repository.ts";

/** A number as every answer shows it; `phoneNumberAnswer` is its schema. */
export const presentPhoneNumber = (row: PhoneNumberWithAgent, sync: ProviderSync | null = null) => ({
  ...row,
  inbound_workflow_id: row.inbound_agent_id,
  inbound_workflow_name: row.inbound_agent_name,
  provider_sync: sync,
});

/** How events name a number: its last four digits tell it from its neighbours and nothing to a stranger. */
export const shortNumber = (e164: string): string => `…${e164.slice(-4)}`;

const time = z
  .date()
  .transform((date) => date.toISOString())
  .meta({ type: "string", format: "date-time" });

export const providerSync = z
  .object({ ok: z.boolean(), message: z.string().nullable() })
  .nullable()
  .meta({ description: "How pointing the number at the carrier went; null where nothing had to be pointed" });

/** The schema of `presentPhoneNumber`'s answer; in one place because several areas show numbers. */
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
    is_active: z.boolean(),
    is_default_caller_id: z.boolean(),
    ownership: z.enum(["account", "verified"]).meta({
      description: "verified: not on the account, but its owner has proved it; a caller id only",
    }),
    managed: z.boolean().meta({ description: "Rented through the platform, which can give it back" }),
    rented_at: time.nullable(),
    release_requested_at: time.nullable().meta({ description: "It takes no calls from here on" }),
    released_at: time.nullable().meta({ description: "The carrier has it back; the row is kept as history" }),
    extra_metadata: z.record(z.string(), z.unknown()),
    created_at: time,
    updated_at: time,
    provider_sync: providerSync,
  })
  .meta({ id: "PhoneNumber" });
