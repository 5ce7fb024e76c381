import { countCalls, countRows } from "../../domain/campaign/progress-figures.rules.ts";
import type { CampaignLog, CampaignOverview } from "../../infra/postgres/campaign/campaign-lists.repository.ts";
import { presentPlannedVersions } from "../versions-side-by-side.ts";

/** Presents a campaign; lists leave `logs` empty. */
export const presentCampaign = (row: CampaignOverview, logs: readonly CampaignLog[] = []) => ({
  id: row.id,
  name: row.name,
  workflow_id: row.agent_id,
  workflow_name: row.agent_name,
  state: row.state,
  environment: row.environment,
  source_type: row.source_type,
  source_id: row.source_id,
  contact_list_id: row.contact_list_id,
  segment: row.segment,
  // The number of contacts is unknown before the snapshot.
  total_rows: row.snapshot_at === null ? null : row.total,
  ...countRows(row),
  ...countCalls(row),
  created_at: row.created_at,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  daily_quota: row.daily_quota,
  order: row.order,
  order_by: row.order_by,
  enrolment: row.enrolment,
  enrolment_ended_at: row.enrolment_ended_at,
  recurrence: row.recurrence,
  recurs_campaign_id: row.recurs_campaign_id,
  recurs_at: row.recurs_at,
  begins_at: row.begins_at,
  started_at: row.started_at,
  completed_at: row.completed_at,
  retry_config: {
    ...row.retry_config,
    retry_delays_seconds: row.retry_config.retry_delays_seconds ?? null,
    retry_on_answered_by: row.retry_config.retry_on_answered_by ?? null,
  },
  max_concurrency: row.max_concurrency,
  schedule_config: row.schedule_config,
  circuit_breaker: row.circuit_breaker,
  budget: row.budget,
  caller_id_strategy: row.caller_id_strategy,
  text_workflow_id: row.text_agent_id,
  versions: presentPlannedVersions(row.version_plan),
  guard: row.version_guard,
  parent_campaign_id: row.parent_campaign_id,
  redialed_campaign_id: row.redialed_campaign_id,
  back_fill: presentBackFill(row),
  back_filled_by: row.back_filled_by,
  telephony_configuration_id: row.telephony_configuration_id,
  telephony_configuration_name: row.telephony_configuration_name,
  consent_attested_at: row.consent_attested_at,
  consent_attested_by: row.consent_attested_by,
  failure_reason: row.failure_reason,
  pause: row.pause && { ...row.pause, at: new Date(row.pause.at) },
  logs: logs.map(({ ts, level, event, message, actor, details }) => ({ ts, level, event, message, actor, details })),
});

const presentBackFill = ({ back_fills_campaign_id: id, back_fill_from: from, back_fill_to: to }: CampaignOverview) =>
  id === null || from === null || to === null ? null : { campaign_id: id, from, to };
