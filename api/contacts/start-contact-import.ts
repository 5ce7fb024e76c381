import type { Client } from "@temporalio/client";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.entity.ts";
import { startOncePromptly } from "../../infra/temporal/start-workflow.ts";
import {
  contactImportContract,
  contactImportStartOptions,
  summarizeImport,
} from "../../workflows/contact-import/contact-import.contract.ts";

/** Starts the import's workflow, once in its life: a repeated start changes nothing. */
export const startContactImport = async (temporal: Client, row: ContactImport): Promise<void> => {
  const input = { organizationId: row.organization_id, importId: row.id };
  const options = contactImportStartOptions(input, summarizeImport(row));
  await startOncePromptly(temporal, contactImportContract.type, options);
};
