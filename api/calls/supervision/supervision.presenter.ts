import { SUPERVISION_TOKEN_MS, type SupervisionMeans } from "../../../domain/call/supervision.rules.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import type { Supervision } from "../../../infra/postgres/supervision/supervision.entity.ts";
import { signSupervisionToken } from "../../../infra/secrets/join-token.ts";
import type { OperationContext } from "../../http/operation-context.ts";

export const presentSupervision = (row: Supervision, means: SupervisionMeans) => ({
  supervision_uuid: row.uuid,
  workflow_run_id: row.run_id,
  supervisor: row.actor,
  mode: row.mode,
  state: row.state,
  whispers: row.whispers,
  started_at: row.started_at,
  taken_over_at: row.taken_over_at,
  ended_at: row.ended_at,
  end_reason: row.end_reason,
  no_sound: means.noSound,
  no_take_over: means.noTakeOver,
});

export const presentSupervisionJoin = (
  deps: Pick<OperationContext, "config" | "tokens" | "clock">,
  { organization_id, uuid }: Supervision,
  { runUuid }: { runUuid: string },
) => {
  const expires_at = new Date(deps.clock.now().getTime() + SUPERVISION_TOKEN_MS);
  const token = signSupervisionToken(deps, { organizationId: organization_id, runUuid, uuid }, expires_at);
  const root = readPublicBaseUrl(deps.config).replace(/^http/, "ws");
  return { url: `${root}/api/v1/supervise/${token}`, token, expires_at };
};
