import { readConsentStatus } from "../../domain/contact/consent.rules.ts";
import { chooseFallbackZone, readZonesKey } from "../../domain/contact/contact-zones.ts";
import { classifyNumber } from "../../domain/number/number-kinds.ts";
import { findStop } from "../../domain/rule-pack/judge-rules.ts";
import type { Law } from "../../domain/rule-pack/rule-standing.rules.ts";
import { MOST_CONTACTS_LOOKED_AT } from "../../domain/rule-pack/rules-preview.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  listOpenCampaigns,
  listWaitingContacts,
  type OpenCampaign,
  type WaitingContact,
} from "../../infra/postgres/rule-pack/waiting-contacts.repository.ts";
import { buildRuledCall, daysOfAttempts } from "../../infra/rule-pack/ruled-call.ts";
import type { OrganizationRules } from "./chosen-rules.ts";

const CONTACTS_OF_A_PAGE = 1000;

interface Counted {
  refused: number;
  waiting: number;
}

export interface RulesPreview {
  campaigns: number;
  contacts: number;
  /** Contacts that were not looked at. */
  hasMore: boolean;
  before: Counted;
  after: Counted;
  /** Contacts that may be called by the rules of today and not by those asked about. */
  newlyStopped: number;
  byRule: (Counted & { law: Law })[];
  byCampaign: (Counted & { id: number; name: string; contacts: number })[];
}

/** Tells whom rules would stop at this moment, among the contacts that open campaigns have yet to call, beside those of today. */
export const previewRules = async (
  tx: OrganizationTransaction,
  asked: { before: OrganizationRules | null; after: OrganizationRules | null; timezone: string | null; now: Date },
): Promise<RulesPreview> => {
  const campaigns = await listOpenCampaigns(tx);
  const preview: RulesPreview = {
    campaigns: campaigns.length,
    contacts: 0,
    hasMore: false,
    before: { refused: 0, waiting: 0 },
    after: { refused: 0, waiting: 0 },
    newlyStopped: 0,
    byRule: [],
    byCampaign: [],
  };
  for (const campaign of campaigns) await lookAtCampaign(tx, { campaign, preview, ...asked });
  return preview;
};

const lookAtCampaign = async (
  tx: OrganizationTransaction,
  {
    campaign,
    preview,
    before,
    after,
    timezone,
    now,
  }: Parameters<typeof previewRules>[1] & { campaign: OpenCampaign; preview: RulesPreview },
): Promise<void> => {
  const fallbackZone = chooseFallbackZone([campaign.timezone, timezone]);
  const days = Math.max(1, ...[before, after].map((rules) => (rules ? daysOfAttempts(rules) : 0)));
  const counted = { id: campaign.id, name: campaign.name, contacts: 0, refused: 0, waiting: 0 };
  preview.byCampaign.push(counted);
  let afterId = 0;
  for (;;) {
    const room = MOST_CONTACTS_LOOKED_AT - preview.contacts;
    const page = await listWaitingContacts(tx, {
      campaignId: campaign.id,
      afterId,
      limit: Math.min(CONTACTS_OF_A_PAGE, room + 1),
      days,
    });
    for (const contact of page.slice(0, room)) {
      const judge = (rules: OrganizationRules | null) =>
        rules && judgeContact(rules, { contact, campaign, fallbackZone, atMs: now.getTime() });
      const [was, is] = [judge(before), judge(after)];
      preview.contacts += 1;
      counted.contacts += 1;
      count(preview.before, was);
      count(preview.after, is);
      count(counted, is);
      if (is && !was) preview.newlyStopped += 1;
      if (is) count(findRule(preview, is.law), is);
    }
    afterId = page.at(-1)?.id ?? afterId;
    if (page.length > room) preview.hasMore = true;
    if (preview.hasMore || page.length < CONTACTS_OF_A_PAGE) return;
  }
};

type Stop = ReturnType<typeof findStop>;

const count = (counted: Counted, stop: Stop): void => {
  if (stop) counted[stop.isRefused ? "refused" : "waiting"] += 1;
};

const findRule = ({ byRule }: RulesPreview, law: Law): RulesPreview["byRule"][number] => {
  const known = byRule.find((each) => each.law.pack === law.pack && each.law.rule === law.rule);
  if (known) return known;
  const fresh = { law, refused: 0, waiting: 0 };
  byRule.push(fresh);
  return fresh;
};

const judgeContact = (
  rules: OrganizationRules,
  {
    contact,
    campaign,
    fallbackZone,
    atMs,
  }: { contact: WaitingContact; campaign: OpenCampaign; fallbackZone: string; atMs: number },
): Stop => {
  const call = buildRuledCall(rules, {
    phoneNumber: contact.phoneNumber,
    numberClass: classifyNumber(contact.phoneNumber),
    zones: readZonesKey(contact.zones, fallbackZone),
    consent: readConsentStatus(contact.consent),
    consentAttested: campaign.attested,
    // The number that a call shows is chosen with the call.
    callerId: null,
    attempts: (contact.attempts ?? []).map(({ at, answered }) => ({ atMs: Date.parse(at), answered })),
    attributes: contact.attributes,
    list: campaign.list,
  });
  return findStop(call, atMs);
};
