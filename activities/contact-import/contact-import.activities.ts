import type { ContactImportActivities } from "../../workflows/contact-import/contact-import.ports.ts";
import { createFileTurns } from "../file-turns.ts";
import { importContacts } from "./import-contacts.ts";
import type { ImportDependencies } from "./import-dependencies.ts";
import { settleImport } from "./settle-import.ts";

export const createContactImportActivities = (
  deps: ImportDependencies,
  turns = createFileTurns(),
): ContactImportActivities => ({
  importContacts: (input) => turns.run(input.organizationId, () => importContacts(deps, input)),
  settleImport: (input) => settleImport(deps, input),
});
