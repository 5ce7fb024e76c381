import { findImportOfRequest } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentStartedImport } from "./contacts.presenter.ts";
import type { newListImportBody } from "./contacts.schemas.ts";
import { addContactList } from "./create-contact-list.ts";
import { addImport, requireSameFile } from "./import-contacts.ts";
import { requireOwnFile } from "./require-own-file.ts";
import { startContactImport } from "./start-contact-import.ts";

/**
 * Creates a list and the import that fills it, both or neither, so that a refused or abandoned request leaves no empty list.
 * Where the import fails and adds nobody, maintenance removes the list. A repeated Idempotency-Key finds the same import, and
 * with it its list; it starts like that of `importContacts`.
 */
export const importIntoNewList = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof newListImportBody }>,
) => {
  requireOwnFile(context, body);
  const row = await context.inOrganization(async (tx) => {
    const earlier = await findImportOfRequest(tx, context.requestUuid());
    if (earlier) return requireSameFile(earlier, body);
    const list = await addContactList(context, tx, { ...body, awaitsImport: true });
    return addImport(context, tx, { list, body });
  });
  await startContactImport(context.temporal, row);
  return { contact_list_id: row.contact_list_id, ...presentStartedImport(row) };
};
