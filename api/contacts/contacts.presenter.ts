import { PRIORITIES } from "../../domain/contact/priority.ts";
import { presentWarning } from "../../domain/file/file-warning.ts";
import type { ContactWithConsent } from "../../infra/postgres/contact/contact.repository.ts";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.entity.ts";
import { contactImportContract } from "../../workflows/contact-import/contact-import.contract.ts";

export const presentContact = (row: ContactWithConsent) => ({
  id: row.id,
  contact_list_id: row.contact_list_id,
  phone_number: row.phone_number,
  name: row.name,
  timezone: row.timezone,
  priority: row.priority ?? PRIORITIES.usual,
  attributes: row.attributes,
  consent: { status: row.consent_status ?? ("unknown" as const), at: row.consent_at, source: row.consent_source },
  created_at: row.created_at,
});

export const presentStartedImport = (row: ContactImport) => ({
  import_id: row.id,
  workflow_id: contactImportContract.workflowId({ organizationId: row.organization_id, importId: row.id }),
  status: row.status,
});

export const presentImport = (row: ContactImport, errorsUrl: string | null) => ({
  ...presentStartedImport(row),
  contact_list_id: row.contact_list_id,
  total_rows: row.total_rows,
  imported: row.imported,
  updated: row.updated,
  skipped: row.skipped,
  invalid: row.invalid,
  errors_url: errorsUrl,
  error: row.error,
  warnings: row.warnings.map(presentWarning),
  created_at: row.created_at,
  completed_at: row.completed_at,
});
