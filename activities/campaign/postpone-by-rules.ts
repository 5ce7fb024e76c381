import type { OrganizationRules } from "../../application/rule-pack/chosen-rules.ts";
import type { HoursReading } from "../../domain/campaign/zone-windows.ts";
import { readZonesKey } from "../../domain/contact/contact-zones.ts";
import { classifyNumber } from "../../domain/number/number-kinds.ts";
import { judgeRules } from "../../domain/rule-pack/judge-rules.ts";
import type { CampaignContact } from "../../infra/postgres/campaign/campaign-contact.entity.ts";
import { postponeContacts } from "../../infra/postgres/campaign/campaign-contacts.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildRuledCall } from "../../infra/rule-pack/ruled-call.ts";

/**
 * Puts claimed contacts back until the hours of rule packs open for them, and returns the others. Admission judges by every rule;
 * this only spares a call for each contact whom a pack's hours would send back anyway.
 */
export const postponeByRules = async (
  tx: OrganizationTransaction,
  contacts: CampaignContact[],
  { rules, hours, nowMs }: { rules: OrganizationRules | null; hours: HoursReading; nowMs: number },
): Promise<CampaignContact[]> => {
  if (rules === null) return contacts;
  const openings = new Map<string, number | null>();
  const judged = contacts.map((contact) => ({
    contact,
    untilMs: findOpening(rules, contact, { hours, nowMs, openings }),
  }));
  const closed = judged.flatMap(({ contact: { id }, untilMs }) =>
    untilMs === null ? [] : [{ id, dueAt: new Date(untilMs) }],
  );
  if (closed.length > 0) await postponeContacts(tx, closed);
  return judged.flatMap(({ contact, untilMs }) => (untilMs === null ? [contact] : []));
};

/**
 * Null: the hours are open, or never open, which admission says. `openings` keeps it for others in the same zones whom the same rules
 * concern.
 */
const findOpening = (
  rules: OrganizationRules,
  contact: CampaignContact,
  { hours, nowMs, openings }: { hours: HoursReading; nowMs: number; openings: Map<string, number | null> },
): number | null => {
  const call = buildRuledCall(
    { ...rules, own: [] },
    {
      phoneNumber: contact.phone_number,
      numberClass: classifyNumber(contact.phone_number),
      zones: readZonesKey(contact.timezone, hours.fallbackZone),
      consent: "unknown",
      consentAttested: false,
      callerId: null,
      attempts: [],
      attributes: contact.attributes,
      list: null,
    },
  );
  const ofHours = call.rules.filter(({ rule }) => rule.kind === "hours");
  const key = [...call.zones, ...ofHours.map(({ law }) => `${law.pack}/${law.rule}`)].join(" ");
  const known = openings.get(key);
  if (known !== undefined) return known;
  const untilMs = judgeRules({ ...call, rules: ofHours }, nowMs).waits?.untilMs ?? null;
  openings.set(key, untilMs);
  return untilMs;
};
