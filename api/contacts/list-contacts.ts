import type { z } from "zod";
import { findList } from "../../infra/postgres/contact/contact-list.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { offsetOf, pageOf } from "../http/pagination.ts";
import { listNotFound } from "./contacts.errors.ts";
import { presentContact } from "./contacts.presenter.ts";
import type { contactListParams, contactsQuery } from "./contacts.schemas.ts";

export const listContacts = (
  context: OperationContext,
  { params, query }: { params: z.output<typeof contactListParams>; query: z.output<typeof contactsQuery> },
) =>
  context.withEntities(async (em, tx) => {
    const list = await findList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    const matching = contactsMatching(tx, list.id, query.q);
    const rows = await matching.selectAll().orderBy("id").limit(query.limit).offset(offsetOf(query)).execute();
    // The list's own count is always right; only a search needs counting.
    const total = query.q ? await countOf(matching) : list.contact_count;
    return { contacts: rows.map(presentContact), ...pageOf(query, total) };
  });

const contactsMatching = (tx: OrganizationTransaction, listId: number, q: string | undefined) => {
  const all = tx.selectFrom("contacts").where("contact_list_id", "=", listId);
  if (!q) return all;
  const pattern = `%${q.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return all.where((row) => row.or([row("name", "ilike", pattern), row("phone_number", "like", pattern)]));
};

const countOf = async (matching: ReturnType<typeof contactsMatching>): Promise<number> => {
  const { count } = await matching.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return count;
};
