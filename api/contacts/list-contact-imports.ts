import { listImports } from "../../infra/postgres/contact/contact-import.repository.ts";
import { findList } from "../../infra/postgres/contact/contact-list.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { listNotFound } from "./contacts.errors.ts";
import type { contactImportsQuery, contactListParams } from "./contacts.schemas.ts";
import { presentImportWithErrors } from "./present-import-with-errors.ts";

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
