import type { ContactImport } from "../../infra/postgres/contact/contact-import.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentImport } from "./contacts.presenter.ts";

const ERRORS_URL_SECONDS = 3600;

/** Presents an import with the address of its refused rows, where it has any. */
export const presentImportWithErrors = async ({ objectStore }: OperationContext, row: ContactImport) =>
  presentImport(
    row,
    row.errors_key === null
      ? null
      : await objectStore.signDownload(row.errors_key, ERRORS_URL_SECONDS, { filename: `import-${row.id}-errors.csv` }),
  );
