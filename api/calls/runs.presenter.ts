import { readDetection, toAnswerer } from "../../domain/answerer/answered-by.rules.ts";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { type RunModelUsage, type RunSpeechUsage, readModelCost } from "../../domain/model/model-usage.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { NO_ARTIFACTS } from "./artifacts.presenter.ts";
import type { RunLogs, RunTransfer } from "./runs.schemas.ts";

/** Presents a run for every answer; `runAnswer` is its schema. Lists leave `details` out. */
export const presentRun = (row: CallRun, details?: { logs: RunLogs; transfer: RunTransfer | null }) => ({
  ...identityOf(row),
  ...callOf(row),
  answer_evidence: details ? presentEvidence(row) : null,
  ...NO_ARTIFACTS,
  cost_info: row.cost_minor === null ? null : { cost_minor: row.cost_minor, currency: row.currency },
  usage: usageOf(row),
  usage_info: row.duration_seconds === null ? null : { call_duration_seconds: row.duration_seconds },
  initial_context: row.initial_context,
  gathered_context: gatheredContextOf(row),
  evidence: details ? row.evidence : null,
  transfer: details?.transfer ?? null,
  logs: details?.logs ?? null,
  temporal_url: null,
  annotations: details ? row.annotations : null,
});

/** Returns the usage of a run with the cost of each part. The price of carriers that speak and listen themselves includes it. */
const usageOf = (row: CallRun) => {
  const { model_usage: models, currency, duration_seconds: seconds } = row;
  const isCall = row.carrier_call_id !== null;
  return {
    llm: models && modelUsageOf(models),
    stt: models?.parts?.stt ? heardUsageOf(models.parts.stt) : null,
    tts: models?.parts?.tts ?? null,
    carrier: isCall ? { seconds: seconds ?? 0, cost_minor: carrierCostOf(row), currency } : null,
  };
};

/** Leaves out what only budgets need. Null: no model was asked for words. */
const modelUsageOf = ({ priced_parts: _, parts, ...usage }: RunModelUsage) => {
  if (!parts) return usage;
  return parts.llm && { ...usage, cost_minor: parts.llm.cost_minor, currency: parts.llm.currency };
};

const heardUsageOf = ({ characters: _, ...usage }: RunSpeechUsage) => usage;

/**
 * Returns null when the call has no price. Older rows have it only within the sum; when only models have a price, nothing of the
 * sum is left.
 */
const carrierCostOf = ({ carrier_cost_minor: known, cost_minor: cost, currency, model_usage: models }: CallRun) => {
  if (known !== null || cost === null || currency === null) return known ?? cost;
  const modelCost = readModelCost(models, currency);
  return modelCost > 0 && cost === modelCost ? null : cost - modelCost;
};

/** Returns the variables that the agent gathered, with its conclusion, or else the dialling outcome. */
const gatheredContextOf = (row: CallRun): Record<string, unknown> => ({
  ...row.gathered_context,
  mapped_call_disposition: row.disposition ?? row.outcome,
});

/** Rows that an older process writes during an upgrade hold its words. */
export const presentAnswerer = (stored: string | null) => {
  const detection = readDetection(stored);
  return detection && toAnswerer(detection);
};

const presentEvidence = ({ answer_evidence: evidence }: CallRun) =>
  evidence && {
    source: evidence.source,
    carrier_word: evidence.carrier_word ?? null,
    kind: evidence.kind ?? null,
    words: evidence.words ?? null,
    tones: evidence.tones ?? [],
    decided_after_ms: evidence.decided_after_ms ?? null,
    person_came: evidence.person_came ?? false,
  };

const identityOf = (row: CallRun) => ({
  id: row.id,
  uuid: row.uuid,
  workflow_id: row.agent_id,
  definition_id: row.agent_version_id,
  name: row.name,
  mode: row.provider ?? row.mode,
  call_type: row.direction,
  direction: row.direction,
  environment: row.environment,
  campaign_id: row.campaign_id,
  contact_id: row.contact_id,
  attempt: row.attempt,
  created_at: row.created_at,
});

const callOf = (row: CallRun) => ({
  state: row.state,
  is_completed: isCallOver(row),
  outcome: row.outcome,
  disposition: row.disposition,
  caller_number: row.caller_number,
  called_number: row.called_number,
  telephony_configuration_id: row.telephony_configuration_id,
  started_at: row.started_at,
  answered_at: row.answered_at,
  answered_by: presentAnswerer(row.answered_by),
  ended_at: row.ended_at,
  duration_seconds: row.duration_seconds,
  cost_minor: row.cost_minor,
  currency: row.currency,
  end_reason: row.end_reason,
  error: row.error,
  carrier_unreachable: row.carrier_unreachable && {
    ...row.carrier_unreachable,
    last_tried_at: new Date(row.carrier_unreachable.last_tried_at),
  },
});
