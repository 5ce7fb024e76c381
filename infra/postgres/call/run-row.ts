import { z } from "zod";
import { FINAL_CALL_STATES, isCallOver, OPEN_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { modelCostIn } from "../../../domain/model/model-usage.ts";
import type { CallRun } from "./call-run.entity.ts";

/** A run as every answer shows it; `runAnswer` is its schema. Lists leave `details` out. */
export const presentRun = (row: CallRun, details?: { logs: Record<string, unknown> }) => ({
  ...identityOf(row),
  ...callOf(row),
  ...NO_ARTIFACTS,
  cost_info: row.cost_minor === null ? null : { cost_minor: row.cost_minor, currency: row.currency },
  usage: usageOf(row),
  usage_info: row.duration_seconds === null ? null : { call_duration_seconds: row.duration_seconds },
  initial_context: row.initial_context,
  gathered_context: gatheredContextOf(row),
  logs: details?.logs ?? null,
  annotations: details ? row.annotations : null,
});

/** What the run used and what each part of it cost; carriers that speak and listen themselves have speech in their price. */
const usageOf = (row: CallRun) => {
  const { model_usage: models, cost_minor: cost, currency, duration_seconds: seconds } = row;
  const carrierCost = cost === null || currency === null ? cost : cost - modelCostIn(models, currency);
  const isCall = row.carrier_call_id !== null;
  return {
    llm: models,
    stt: null,
    tts: null,
    carrier: isCall ? { seconds: seconds ?? 0, cost_minor: carrierCost, currency } : null,
  };
};

/** What the agent gathered, with its conclusion; where it came to none, how the dialling ended. */
export const gatheredContextOf = (row: CallRun): Record<string, unknown> => ({
  ...row.gathered_context,
  mapped_call_disposition: row.disposition ?? row.outcome,
});

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
  ended_at: row.ended_at,
  duration_seconds: row.duration_seconds,
  cost_minor: row.cost_minor,
  currency: row.currency,
  end_reason: row.end_reason,
  error: row.error,
});

/** Of runs that left nothing behind. */
export const NO_ARTIFACTS = {
  transcript_url: null,
  recording_url: null,
  user_recording_url: null,
  bot_recording_url: null,
  transcript_public_url: null,
  recording_public_url: null,
  user_recording_public_url: null,
  bot_recording_public_url: null,
  public_access_token: null,
};

const time = z
  .date()
  .transform((date) => date.toISOString())
  .meta({ type: "string", format: "date-time" });
const json = z.record(z.string(), z.unknown());
const text = z.string().nullable();
const integer = z.number().int().nullable();

/** Fields of recordings and transcripts. */
export const artifactFields = {
  transcript_url: text,
  recording_url: text,
  user_recording_url: text,
  bot_recording_url: text,
  transcript_public_url: text,
  recording_public_url: text,
  user_recording_public_url: text,
  bot_recording_public_url: text,
  public_access_token: text,
};

/** The schema of `presentRun`'s answer; in one place because several areas show runs. */
export const runAnswer = z
  .object({
    id: z.number().int(),
    uuid: z.string(),
    workflow_id: z.number().int(),
    definition_id: integer,
    name: z.string(),
    mode: z.string(),
    call_type: z.enum(["inbound", "outbound"]),
    direction: z.enum(["inbound", "outbound"]),
    environment: z.enum(["production", "sandbox"]),
    campaign_id: integer,
    contact_id: integer,
    attempt: z.number().int(),
    created_at: time,
    state: z.enum([...OPEN_CALL_STATES, ...FINAL_CALL_STATES]),
    is_completed: z.boolean(),
    outcome: text,
    disposition: text,
    caller_number: text,
    called_number: text,
    telephony_configuration_id: integer,
    started_at: time.nullable(),
    answered_at: time.nullable(),
    ended_at: time.nullable(),
    duration_seconds: integer,
    cost_minor: integer,
    currency: text,
    end_reason: text,
    error: text,
    ...artifactFields,
    cost_info: json.nullable(),
    usage: z.object({
      llm: z
        .object({
          requests: z.number().int(),
          prompt_tokens: z.number().int(),
          completion_tokens: z.number().int(),
          estimated: z.boolean().meta({ description: "A model's server did not count: four characters are a token" }),
          cost_minor: integer.meta({ description: "Null: a model has no price in the operator's list" }),
          currency: text,
        })
        .nullable()
        .meta({ description: "Null until the run is settled, and where no model was asked" }),
      stt: z.null().meta({ description: "Carriers listen themselves; it is in their price" }),
      tts: z.null().meta({ description: "Carriers speak themselves; it is in their price" }),
      carrier: z.object({ seconds: z.number().int(), cost_minor: integer, currency: text }).nullable(),
    }),
    usage_info: json.nullable(),
    initial_context: json.nullable(),
    gathered_context: json.nullable(),
    logs: json.nullable().meta({ description: "Null in lists" }),
    annotations: json.nullable().meta({ description: "Null in lists" }),
  })
  .meta({ id: "Run" });
