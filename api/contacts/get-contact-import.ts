import { findImport } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { importNotFound } from "./contacts.errors.ts";
import type { contactImportParams } from "./contacts.schemas.ts";
import { presentImportWithErrors } from "./present-import-with-errors.ts";
import { startContactImport } from "./start-contact-import.ts";

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
