import { findImport, listImports } from "../../infra/postgres/contact/contact-import.repository.ts";
import { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import { findList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { findNationalList, readNationalLists } from "../../infra/postgres/contact/national-list.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { importNotFound, listNotFound, nationalListNotFound } from "./contacts.errors.ts";
import type { contactImportParams, contactImportsQuery, contactListParams } from "./contacts.schemas.ts";
import { presentNationalList } from "./national-lists.presenter.ts";
import type { nationalListParams, nationalListsQuery } from "./national-lists.schemas.ts";
import { presentImportWithErrors } from "./present-import-with-errors.ts";
import { startContactImport } from "./start-contact-import.ts";
import { startNationalList } from "./start-national-list.ts";

export const getContactImport = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof contactImportParams }>,
) => {
  const row = await context.inOrganization((tx) => findImport(tx, params.import_id));
  if (!row || row.contact_list_id !== params.contact_list_id) throw importNotFound();
  // Starts the workflow here if a crash left it out.
  if (row.status === "pending") await startContactImport(context.temporal, row);
  return presentImportWithErrors(context, row);
};

export const getNationalList = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof nationalListParams }>,
) => {
  const row = await context.inOrganization((tx) => findNationalList(tx, params.national_list_id));
  if (!row) throw nationalListNotFound();
  // Starts the workflow here if a crash left it out.
  if (row.state === "pending") await startNationalList(context.temporal, row);
  return presentNationalList(row);
};

/** Lists the imports of a list, so that a person who has left the page of an import finds it again. */
export const listContactImports = async (
  context: OperationContext,
  { params, query }: OperationInput<{ params: typeof contactListParams; query: typeof contactImportsQuery }>,
) => {
  const rows = await context.withEntities(async (em, tx) => {
    const list = await findList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    return listImports(tx, { listId: list.id, limit: query.limit });
  });
  return { imports: await Promise.all(rows.map((row) => presentImportWithErrors(context, row))) };
};

/** Lists the lists that people made, without those of one campaign's file. */
export const listContactLists = async (context: OperationContext) => {
  const rows = await context.withEntities((em) =>
    em.find(ContactList, { is_hidden: false }, { orderBy: { id: "desc" } }),
  );
  return { contact_lists: rows };
};

export const listNationalLists = async (
  context: OperationContext,
  { query: { cursor, limit } }: OperationInput<{ query: typeof nationalListsQuery }>,
) => {
  const rows = await context.inOrganization((tx) => readNationalLists(tx, { before: cursor, limit: limit + 1 }));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    national_lists: page.map(presentNationalList),
    next_cursor: rows.length > limit && last ? String(last.id) : null,
  };
};
