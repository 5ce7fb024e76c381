import type { Act } from "../../infra/postgres/audit/act.entity.ts";

export const presentAct = (row: Act) => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  actor: row.actor,
  user_id: row.user_id,
  operation: row.operation,
  subject: row.subject,
  address: row.address,
  user_agent: row.user_agent,
});
