import type { ContactImportActivities } from "../../workflows/contact-import/contact-import.ports.ts";
import { createFileQueue } from "../file-queue.ts";
import { importContactFile } from "./import-contact-file.ts";
import type { ImportDependencies } from "./import-dependencies.ts";
import { settleImport } from "./settle-import.ts";

export const createContactImportActivities = (
  deps: ImportDependencies,
  files = createFileQueue(),
): ContactImportActivities => ({
  importContacts: (input) => files.run(input.organizationId, () => importContactFile(deps, input)),
  settleImport: (input) => settleImport(deps, input),
});
