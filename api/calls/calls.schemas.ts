import { z } from "zod";
import { TEXT_MODE, WEB_MODE } from "../../domain/call/modes-and-channels.rules.ts";
import { RECOGNITIONS } from "../../domain/call/web-call.rules.ts";
import { ENTRY_SPEAKERS } from "../../domain/conversation/entries.ts";
import { joinAnswer } from "../conversations/web-call/web-calls.schemas.ts";
import {
  booleanParameter,
  idField,
  idParameter,
  jsonObject,
  jsonObjectInput,
  optional,
  time,
  withDefault,
} from "../http/fields.ts";
import { pageFields, pageQuery } from "../http/pagination.ts";
import { runQueryFields } from "./run-query.schemas.ts";
import { runAnswer } from "./runs.schemas.ts";

const phoneNumber = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: "E.164, or national in the organization's country" });
const publicId = z.string().min(1).max(255);

export const triggerParams = z.object({ uuid: publicId });
export const workflowUuidParams = z.object({ workflow_uuid: publicId });
export const agentParams = z.object({ workflow_id: idParameter });
export const runParams = z.object({ workflow_id: idParameter, run_id: idParameter });

export const artifactParams = z.object({
  token: z.string().min(1).max(500),
  artifact_type: z.string().max(64).meta({ description: "recording, transcript, user_recording, bot_recording" }),
});
export const artifactQuery = z.object({
  inline: withDefault(booleanParameter, false).meta({ description: "true: to be shown, not saved" }),
  format: optional(z.string().max(16)).meta({ description: "A transcript is available as txt (default) and json" }),
});

export const startCallBody = z.strictObject({
  phone_number: phoneNumber,
  initial_context: optional(jsonObjectInput),
  telephony_configuration_id: optional(idField),
  from_phone_number_id: optional(idField),
});

export const startedCallAnswer = z
  .object({ status: z.literal("initiated"), workflow_run_id: z.number().int(), workflow_run_name: z.string() })
  .meta({ id: "StartedCall" });

export const initiateCallBody = z.strictObject({
  workflow_id: idField,
  workflow_run_id: optional(idField),
  phone_number: optional(phoneNumber),
  telephony_configuration_id: optional(idField),
  from_phone_number_id: optional(idField),
});

export const initiatedCallAnswer = z
  .object({ message: z.string(), workflow_run_id: z.number().int() })
  .meta({ id: "InitiatedCall" });

export const createRunBody = z.strictObject({
  mode: z
    .string()
    .min(1)
    .max(32)
    .meta({ description: `A carrier of \`telephony.providers\`, \`${TEXT_MODE}\` or \`smallwebrtc\`` }),
  name: z.string().trim().min(1).max(255),
  initial_context: optional(jsonObjectInput),
  recognition: optional(z.enum(RECOGNITIONS)).meta({
    description: `For \`${WEB_MODE}\`: \`local\` (the default) speaks and hears by the platform where it can; \`browser\` always by the browser's own speech`,
  }),
});

export const createdRunAnswer = z
  .object({
    id: z.number().int(),
    uuid: z.string(),
    workflow_id: z.number().int(),
    name: z.string(),
    mode: z.string(),
    created_at: time,
    definition_id: z.number().int(),
    initial_context: jsonObject,
    join: joinAnswer.nullable().meta({ description: `For \`${WEB_MODE}\`: where the conversation is joined` }),
  })
  .meta({ id: "CreatedRun" });

export const filters = z.string().max(10_000).nullish().meta({
  description: "JSON array of {attribute, type, value}; dates without a time are days in the organization's zone",
});

export const listRunsQuery = z.object({
  ...pageQuery,
  filters,
  ...runQueryFields,
  sort_by: withDefault(z.enum(["created_at", "duration"]), "created_at"),
  sort_order: withDefault(z.enum(["asc", "desc"]), "desc"),
});

export const runListAnswer = z
  .object({ runs: z.array(runAnswer), ...pageFields, applied_filters: z.array(jsonObject) })
  .meta({ id: "RunList" });

const text = z.string().nullable();

const entrySpeaker = z.enum(ENTRY_SPEAKERS).meta({
  id: "EntrySpeaker",
  description:
    "`supervisor`: who had taken the call over, in the agent's voice; `whisper`: a supervisor to the agent, unheard by the person",
});

const milliseconds = (description: string) => z.number().int().nullable().meta({ description });

const turnTimes = {
  turn: z.number().int(),
  response_ms: milliseconds(
    "From the person's last sound to the agent's first one: the sum of the five parts in between",
  ),
  heard_ms: milliseconds("How long the person spoke"),
  end_of_turn_ms: milliseconds("From their last sound to the decision that they have finished"),
  recognized_ms: milliseconds("From there until their words were known"),
  first_token_ms: milliseconds("From there to the first token of the language model"),
  first_words_ms: milliseconds("From there, or from the words, until the first sentence of the answer was handed over"),
  first_sound_ms: milliseconds("From there to its first sound"),
  spoken_ms: milliseconds("From there until the agent was silent"),
};

export const transcriptAnswer = z
  .object({
    workflow_run_id: z.number().int(),
    state: z.string(),
    entries: z.array(
      z.object({
        id: z.number().int(),
        at: time,
        turn: z.number().int().meta({ description: "The turn that it belongs to" }),
        speaker: entrySpeaker,
        text: z.string().meta({ description: "What was said; the function's name for `tool` and `step`" }),
        heard: text.meta({ description: "The part that was heard before the person spoke over it; null: all of it" }),
        node_id: text.meta({ description: "The step of the agent's graph" }),
      }),
    ),
    turns: z
      .array(z.object(turnTimes))
      .meta({ description: "How long each part of each turn took; null: nobody has measured it" }),
    failed_turns: z
      .array(z.object({ turn: z.number().int(), at: time.nullable(), error: z.string() }))
      .meta({ description: "Answers whose language model failed, with the reason" }),
    has_original: z.boolean().meta({ description: "Whether what was left out of the call is kept, sealed" }),
  })
  .meta({ id: "Transcript" });

export const originalAnswer = z
  .object({
    workflow_run_id: z.number().int(),
    entries: z
      .array(
        z.object({
          id: z.number().int(),
          at: time,
          speaker: entrySpeaker,
          text: z.string().meta({ description: "As it was said" }),
          is_original: z.boolean().meta({ description: "Whether something is left out of it in the transcript" }),
        }),
      )
      .meta({ description: "What was said and done, in order" }),
    variables: jsonObject.meta({ description: "Variables that something was left out of, as they were" }),
    evidence: z
      .record(z.string(), z.string())
      .meta({ description: "The words that variables rest on, as they were said" }),
    recordings: z
      .array(
        z.object({ part: z.number().int().meta({ description: "As `part` of the recording's operation names it" }) }),
      )
      .meta({ description: "Recordings before they were silenced" }),
  })
  .meta({ id: "OriginalOfRun" });

export const originalRecordingQuery = z.object({
  part: withDefault(z.coerce.number().int().min(0).max(100), 0).meta({
    description: "Of a call that several processes have recorded",
  }),
});

export const peaksAnswer = z
  .object({
    workflow_run_id: z.number().int(),
    length_ms: z.number().int().nullable().meta({ description: "null: the format of the file is not understood" }),
    channels: z
      .array(
        z.object({
          speaker: z.enum(["person", "agent"]).nullable().meta({ description: "null: both are on one channel" }),
          peaks: z.array(z.number().int().min(0).max(100)).meta({
            description: "The loudest moment of each of at most 400 intervals of equal length",
          }),
        }),
      )
      .meta({ description: "Empty when the format of the file is not understood" }),
  })
  .meta({ id: "RecordingPeaks" });
