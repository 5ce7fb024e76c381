import { presentWarning } from "../../domain/file/file-warning.ts";
import type { NationalList } from "../../infra/postgres/contact/national-list.entity.ts";
import { nationalListContract } from "../../workflows/national-list/national-list.contract.ts";

export const presentNationalList = (row: NationalList) => ({
  id: row.id,
  scope: "national" as const,
  source: row.source,
  as_of: row.as_of,
  state: row.state,
  numbers: row.numbers,
  invalid: row.invalid,
  faults: row.faults,
  error: row.error,
  warnings: row.warnings.map(presentWarning),
  created_at: row.created_at,
  completed_at: row.completed_at,
  workflow_id: nationalListContract.workflowId({ organizationId: row.organization_id, nationalListId: row.id }),
});
