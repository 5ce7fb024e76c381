import type { ContactState } from "../../domain/campaign/contact-states.rules.ts";
import { type CampaignInstant, listPastContacts } from "../../infra/postgres/campaign/campaign-steps.repository.ts";
import { findContactNumber } from "../../infra/postgres/campaign/listed-contacts.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { invalidCursor } from "../http/http-error.ts";
import { requireInstant } from "./require-instant.ts";

interface PastPage extends CampaignInstant {
  state: ContactState | undefined;
  q: string | undefined;
  cursor: number | undefined;
  limit: number;
}

/** Lists a campaign's contacts as they were at an instant; before it took any there are none. */
export const readPastContacts = async (tx: OrganizationTransaction, { cursor, limit, ...page }: PastPage) => {
  const step = await requireInstant(tx, page);
  if (step === null || step.total === 0) return { contacts: [], total_count: 0, next_cursor: null };
  const afterNumber =
    cursor === undefined ? undefined : await findContactNumber(tx, { campaignId: page.campaignId, id: cursor });
  if (cursor !== undefined && afterNumber === undefined) throw invalidCursor();
  const found = await listPastContacts(tx, { ...page, afterNumber, limit: limit + 1 });
  const contacts = found.contacts.slice(0, limit);
  return {
    // Of the past it is not kept.
    contacts: contacts.map((contact) => ({ ...contact, call_back_at: null })),
    total_count: found.total,
    next_cursor: found.contacts.length > limit ? (contacts.at(-1)?.id ?? null) : null,
  };
};
