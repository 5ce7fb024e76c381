import { z } from "zod";
import { ANSWERERS, IVR_KINDS } from "../../domain/answerer/answered-by.rules.ts";
import { FINAL_CALL_STATES, OPEN_CALL_STATES } from "../../domain/call/call-states.rules.ts";
import { TRANSFER_OUTCOMES, TRANSFER_STATES } from "../../domain/call/transfer.rules.ts";
import { ENVIRONMENTS } from "../../domain/environment/sandbox.rules.ts";
import { time } from "../http/fields.ts";

const json = z.record(z.string(), z.unknown());
const text = z.string().nullable();
const integer = z.number().int().nullable();

const spokenSeconds = { seconds: z.number().int().meta({ description: "Seconds of sound" }) };
const costOfModels = {
  cost_minor: integer.meta({ description: "Null: a model has no price in the operator's list" }),
  currency: text,
};

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

/** The fields that only the answer for a single run has. */
const runLogs = z.object({
  carrier_events: z
    .array(
      z.object({
        event_id: z.string().meta({ description: "Begins with `fetch:` where the carrier was asked" }),
        state: z.string(),
        outcome: text,
        received_at: time,
      }),
    )
    .meta({ description: "What the carrier has reported, in order; at most 200" }),
  called_back: z.array(z.number().int()).meta({ description: "The missed calls that this call answers" }),
});
export type RunLogs = z.input<typeof runLogs>;

const transfer = z
  .object({
    uuid: z.string(),
    state: z.enum(TRANSFER_STATES),
    outcome: z
      .enum(TRANSFER_OUTCOMES)
      .nullable()
      .meta({ description: "Null while nobody has decided; `connected` also once the two have hung up" }),
    to: text.meta({ description: "Who is called now, or was called last" }),
    workflow_run_uuid: text.meta({ description: "The call to that person, a run of its own with its own cost" }),
    tries: z
      .array(z.object({ run_uuid: z.string(), outcome: z.enum(TRANSFER_OUTCOMES) }))
      .meta({ description: "Those who were called and did not take the caller" }),
    requested_at: time,
    answered_at: time.nullable(),
    connected_at: time.nullable(),
    ended_at: time.nullable(),
  })
  .meta({ id: "RunTransfer" });
export type RunTransfer = z.input<typeof transfer>;

const answerEvidence = z
  .object({
    source: z.enum(["carrier", "words", "tone"]).meta({
      description: "`carrier`: its own detection; `words`: what was said first; `tone`: a tone that was heard",
    }),
    carrier_word: text.meta({ description: "The carrier's own word" }),
    kind: z.enum(IVR_KINDS).nullable().meta({ description: "What kind of `ivr`" }),
    words: text.meta({ description: "What was said first, until words are removed" }),
    tones: z.array(z.string()).meta({ description: "The tones that were heard, such as `beep`" }),
    decided_after_ms: integer.meta({ description: "From the answer to the decision" }),
    person_came: z.boolean().meta({ description: "A person came on the line after the machine" }),
  })
  .meta({ id: "AnswerEvidence" });

/** The schema of `presentRun`'s answer. */
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
    environment: z.enum(ENVIRONMENTS),
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
    answered_by: z
      .enum(ANSWERERS)
      .nullable()
      .meta({ description: "Who answered; null while nobody has told, and for calls that nobody answered" }),
    answer_evidence: answerEvidence.nullable().meta({ description: "Why it is that word; null in lists" }),
    ended_at: time.nullable(),
    duration_seconds: integer,
    cost_minor: integer,
    currency: text,
    end_reason: text,
    error: text,
    carrier_unreachable: z
      .object({
        tries: z.number().int().meta({ description: "How often in a row the carrier could not be asked" }),
        last_error: z.string(),
        last_tried_at: time,
      })
      .nullable()
      .meta({
        description:
          "Why a call under way waits: its carrier cannot be asked about it. Null once the carrier answers; a call that ended as `unknown` keeps it",
      }),
    ...artifactFields,
    cost_info: json.nullable(),
    usage: z.object({
      llm: z
        .object({
          requests: z.number().int(),
          prompt_tokens: z.number().int(),
          completion_tokens: z.number().int(),
          estimated: z.boolean().meta({ description: "A model's server did not count: four characters are a token" }),
          ...costOfModels,
        })
        .nullable()
        .meta({ description: "Null until the run is settled, and where no model was asked" }),
      stt: z
        .object({ requests: z.number().int(), ...spokenSeconds, ...costOfModels })
        .nullable()
        .meta({
          description: "Where a model heard the person. Carriers that listen themselves have it in their price",
        }),
      tts: z
        .object({ requests: z.number().int(), characters: z.number().int(), ...spokenSeconds, ...costOfModels })
        .nullable()
        .meta({ description: "Where a model spoke. Carriers that speak themselves have it in their price" }),
      carrier: z.object({ seconds: z.number().int(), cost_minor: integer, currency: text }).nullable(),
    }),
    usage_info: json.nullable(),
    initial_context: json.nullable(),
    gathered_context: json.nullable(),
    evidence: z
      .record(
        z.string(),
        z
          .object({
            text: z.string(),
            at: z.string().nullable().meta({ description: "When it was said" }),
            entry_id: z.number().int().nullable().meta({ description: "The line of the transcript" }),
          })
          .meta({ id: "Evidence" }),
      )
      .nullable()
      .meta({ description: "The person's own words behind each gathered variable; null in lists" }),
    transfer: transfer.nullable().meta({
      description: "The latest warm transfer of the call to a person; null in lists, and where there was none",
    }),
    logs: runLogs.nullable().meta({ description: "Null in lists" }),
    temporal_url: text.meta({
      description:
        "Its workflow in the Temporal UI, where TEMPORAL_UI_URL is set. Null in lists, below the role admin, and once Temporal has forgotten the workflow",
    }),
    annotations: json.nullable().meta({ description: "Null in lists" }),
  })
  .meta({ id: "Run" });
