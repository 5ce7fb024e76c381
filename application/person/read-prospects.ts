import type { CallOutlook } from "../../domain/call/admission-outlook.rules.ts";
import { parseSegment } from "../../domain/contact/segment.ts";
import type { Environment } from "../../domain/environment/sandbox.rules.ts";
import { MOST_CAMPAIGNS_JUDGED } from "../../domain/person/person-limits.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  isContactInSegment,
  listAwaitedContacts,
  listPlannedContacts,
} from "../../infra/postgres/person/awaiting-campaigns.repository.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { readContactOutlook, readNumberOutlook } from "../call/call-outlook.ts";
import type { CallSources } from "../call/call-to-dial.ts";
import { chooseAccount } from "../telephony/choose-account.ts";

/** What a campaign has in store for a person, and what admission says of it at this moment. */
export interface Prospect {
  campaign: Pick<Campaign, "id" | "name" | "state" | "begins_at">;
  contactId: number;
  /** `planned`: the campaign has not begun. */
  state: "planned" | "pending" | "in_flight" | "waiting_retry";
  attempts: number;
  lastOutcome: string | null;
  nextAttemptAt: Date | null;
  /** When the person asked to be called. */
  callBackAt: Date | null;
  outlook: CallOutlook;
}

type Sources = CallSources & { prices: PriceTable };

interface AskedNumber {
  organizationId: number;
  /** E.164. */
  phoneNumber: string;
}

/** Reads what may happen next with a person, campaign by campaign; the first of them is the next attempt of the newest. */
export const readProspects = async (
  sources: Sources,
  tx: OrganizationTransaction,
  { organizationId, phoneNumber }: AskedNumber,
): Promise<{ prospects: Prospect[]; hasMore: boolean }> => {
  const asked = { organizationId, phoneNumber, limit: MOST_CAMPAIGNS_JUDGED + 1 };
  const awaited = await listAwaitedContacts(tx, asked);
  const planned = await listPlannedContacts(tx, asked);
  const prospects: Prospect[] = [];
  for (const row of awaited.slice(0, MOST_CAMPAIGNS_JUDGED)) {
    if (row.contact_id === null || row.contact_state === "finished" || row.contact_state === "suppressed") continue;
    const contact = {
      contactId: row.contact_id,
      campaignContactId: row.campaign_contact_id,
      phoneNumber,
      timezone: null,
    };
    prospects.push({
      campaign: row,
      contactId: row.contact_id,
      state: row.contact_state,
      attempts: row.attempts,
      lastOutcome: row.last_outcome,
      nextAttemptAt: row.next_attempt_at,
      callBackAt: row.call_back_at,
      outlook: await readContactOutlook(sources, tx, { campaign: row, contact }),
    });
  }
  for (const row of planned.slice(0, MOST_CAMPAIGNS_JUDGED - prospects.length)) {
    if (!(await isMeant(tx, row))) continue;
    const contact = {
      contactId: row.contact_id,
      campaignContactId: null,
      phoneNumber,
      timezone: row.contact_timezone,
    };
    prospects.push({
      campaign: row,
      contactId: row.contact_id,
      state: "planned",
      attempts: 0,
      lastOutcome: null,
      nextAttemptAt: row.begins_at,
      callBackAt: null,
      outlook: await readContactOutlook(sources, tx, { campaign: row, contact }),
    });
  }
  return { prospects, hasMore: awaited.length + planned.length > MOST_CAMPAIGNS_JUDGED };
};

/** A campaign of a segment calls the contacts that are in it when it begins; those that are now are told. */
const isMeant = async (tx: OrganizationTransaction, row: Campaign & { contact_id: number }): Promise<boolean> => {
  if (row.segment === null) return true;
  const parsed = parseSegment(row.segment.where);
  return parsed.ok && isContactInSegment(tx, row, { contactId: row.contact_id, segment: parsed.segment });
};

/** Reads what admission would say of a call to the number outside campaigns, on the account that such a call takes. */
export const readSingleCallOutlook = async (
  sources: Sources,
  tx: OrganizationTransaction,
  { organizationId, phoneNumber, environment }: AskedNumber & { environment: Environment },
): Promise<CallOutlook> => {
  const chosen = await chooseAccount(tx, { isSandbox: environment === "sandbox", telephonyAccountId: undefined });
  const account = "account" in chosen ? chosen.account : null;
  return readNumberOutlook(sources, tx, { organizationId, phoneNumber, environment, account });
};
