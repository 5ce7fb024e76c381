import { countRowsBefore } from "../../domain/access/list-pages.ts";
import { selectContactsWithConsent } from "../../infra/postgres/contact/contact.repository.ts";
import { findList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { buildContactCondition } from "../../infra/postgres/contact/matching-contacts.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { countToLastPage } from "../../infra/postgres/last-page.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { describePage } from "../http/pagination.ts";
import { listNotFound } from "./contacts.errors.ts";
import { presentContact } from "./contacts.presenter.ts";
import type { contactListParams, contactsQuery } from "./contacts.schemas.ts";

export const listContacts = (
  context: OperationContext,
  { params, query }: OperationInput<{ params: typeof contactListParams; query: typeof contactsQuery }>,
) =>
  context.withEntities(async (em, tx) => {
    const list = await findList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    const matching = contactsMatching(tx, list.id, query.q);
    const page = { limit: query.limit, offset: countRowsBefore(query) };
    const rows = await matching.orderBy("contacts.id").limit(page.limit).offset(page.offset).execute();
    // The list's stored count is exact; only a search has to be counted.
    const total = query.q
      ? (countToLastPage(rows.length, page) ?? (await countMatching(tx, matching)))
      : list.contact_count;
    return { contacts: rows.map(presentContact), ...describePage(query, total) };
  });

const contactsMatching = (tx: OrganizationTransaction, listId: number, q: string | undefined) => {
  const all = selectContactsWithConsent(tx).where("contacts.contact_list_id", "=", listId);
  return q ? all.where(buildContactCondition(q, "contacts")) : all;
};

const countMatching = async (
  tx: OrganizationTransaction,
  matching: ReturnType<typeof contactsMatching>,
): Promise<number> => {
  const counted = tx.selectFrom(matching.as("matching")).select((row) => row.fn.countAll<number>().as("count"));
  return (await counted.executeTakeFirstOrThrow()).count;
};
