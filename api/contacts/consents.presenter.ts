import type { Consent } from "../../infra/postgres/contact/consent.entity.ts";
import type { ConsentChange } from "../../infra/postgres/contact/consent-change.entity.ts";

export const presentConsent = (phoneNumber: string, consent: Consent | undefined) => ({
  phone_number: phoneNumber,
  status: consent?.status ?? ("unknown" as const),
  at: consent?.changed_at ?? null,
  source: consent?.source ?? null,
  wording: consent?.wording ?? null,
});

export const presentConsentChange = (change: ConsentChange) => ({
  status: change.status,
  at: change.changed_at,
  source: change.source,
  wording: change.wording,
  by: change.actor,
});
