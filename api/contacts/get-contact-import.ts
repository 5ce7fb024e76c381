import type { z } from "zod";
import { findImport } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { importNotFound } from "./contacts.errors.ts";
import { presentImport } from "./contacts.presenter.ts";
import type { contactImportParams } from "./contacts.schemas.ts";
import { startContactImport } from "./start-contact-import.ts";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.entity.ts";

const ERRORS_URL_SECONDS = 3600;

export const getContactImport = async (
  context: OperationContext,
  { params }: { params: z.output<typeof contactImportParams> },
) => {
  const row = await context.inOrganization((tx) => findImport(tx, params.import_id));
  if (!row || row.contact_list_id !== params.contact_list_id) throw importNotFound();
  // A crash between the row and its workflow is repaired here.
  if (row.status === "pending") await startContactImport(context.temporal, row);
  return presentImport(row, await errorsUrl(context, row));
};

const errorsUrl = async ({ objectStore }: OperationContext, row: ContactImport): Promise<string | null> =>
  row.errors_key === null
    ? null
    : objectStore.signDownload(row.errors_key, ERRORS_URL_SECONDS, { filename: `import-${row.id}-errors.csv` });
