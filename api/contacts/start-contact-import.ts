import type { Client } from "@temporalio/client";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.repository.ts";
import { contactImportContract } from "../../workflows/contact-import/contact-import.contract.ts";
import { startOnce } from "../http/start-workflow.ts";

/** Starts the import's workflow, once in its life: a repeated start finds it there and changes nothing. */
export const startContactImport = (temporal: Client, row: ContactImport): Promise<void> =>
  startOnce(temporal, {
    contract: contactImportContract,
    input: { organizationId: row.organization_id, importId: row.id },
    summary: `Import of ${row.object_key.split("/").at(-1)} into contact list ${row.contact_list_id}`,
  });
