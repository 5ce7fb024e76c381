import { readPublicBaseUrl } from "../../infra/config/config.ts";
import type { ContactIntake, ContactIntakeFault } from "../../infra/postgres/contact/contact-intake.entity.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

export const presentIntake = (
  { config }: Pick<ApiDependencies, "config">,
  row: ContactIntake,
  faults: readonly ContactIntakeFault[],
) => ({
  intake_id: row.id,
  contact_list_id: row.contact_list_id,
  name: row.name,
  kind: row.calls === null ? ("form" as const) : ("calls" as const),
  url:
    row.calls === null ? `${readPublicBaseUrl(config)}/api/v1/public/intakes/${row.organization_id}/${row.uuid}` : null,
  calls: row.calls,
  mapping: row.mapping,
  is_active: row.is_active,
  taken: row.taken,
  last_taken_at: row.last_taken_at,
  created_at: row.created_at,
  faults: faults.map(({ at, reason, payload }) => ({ at, reason, payload })),
});
