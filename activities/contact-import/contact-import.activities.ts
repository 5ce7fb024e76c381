import type { ContactImportActivities } from "../../workflows/contact-import/contact-import.ports.ts";
import { importContacts } from "./import-contacts.ts";
import type { ImportDependencies } from "./import-dependencies.ts";
import { settleImport } from "./settle-import.ts";

export const createContactImportActivities = (deps: ImportDependencies): ContactImportActivities => ({
  importContacts: (input) => importContacts(deps, input),
  settleImport: (input) => settleImport(deps, input),
});
