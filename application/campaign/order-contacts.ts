import { type OrderValues, positionOf } from "../../domain/campaign/hottest-first.ts";
import { PRIORITIES } from "../../domain/contact/priority.ts";
import { parseNumberClass } from "../../domain/number/number-kinds.rules.ts";
import {
  type ContactToOrder,
  listContactsToOrder,
  listOrderedCampaigns,
  writePositions,
} from "../../infra/postgres/campaign/contact-order.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { scoreOf } from "../../infra/rule-pack/compile-order.ts";

const ORDERED_AT_ONCE = 2_000;

/**
 * Gives those who wait for a call of a campaign their position by its expression: when they come into it, and when they change. A claim
 * reads positions alone. `contactIds`: those of the list who have changed; null: everybody.
 */
export const orderContacts = async (
  tx: OrganizationTransaction,
  { id: campaignId, order_by: expression }: { id: number; order_by: string | null },
  contactIds: readonly number[] | null = null,
): Promise<void> => {
  if (expression === null) return;
  const score = scoreOf(expression);
  let after = "";
  for (;;) {
    const page = await listContactsToOrder(tx, { campaignId, contactIds, after, limit: ORDERED_AT_ONCE });
    await writePositions(
      tx,
      page.map((contact) => ({ id: contact.id, position: positionOf(score(valuesOf(contact))) })),
    );
    const last = page.at(-1);
    if (!last || page.length < ORDERED_AT_ONCE) return;
    after = last.phone_number;
  }
};

/** Orders anew in every campaign of a list that has begun. `contactIds`: who has changed; null: anybody may have. */
export const orderChangedContacts = async (
  tx: OrganizationTransaction,
  { listId, contactIds }: { listId: number; contactIds: readonly number[] | null },
): Promise<void> => {
  for (const campaign of await listOrderedCampaigns(tx, listId)) await orderContacts(tx, campaign, contactIds);
};

const valuesOf = ({ name, priority, timezone, number_class: numberClass, attributes }: ContactToOrder): OrderValues => {
  const { country, kind } = numberClass === null ? { country: null, kind: null } : parseNumberClass(numberClass);
  return {
    attributes,
    name: name ?? "",
    priority: Math.min(priority, PRIORITIES.most),
    timezone: timezone ?? "",
    country: country ?? "",
    numberKind: kind ?? "",
  };
};
