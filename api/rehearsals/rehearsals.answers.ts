import { z } from "zod";
import { CONVERSATION_STATES, REHEARSAL_STATES } from "../../domain/rehearsal/rehearsal.rules.ts";
import { checkResult, playedEntry, rehearsedResult } from "../../domain/rehearsal/rehearsed-result.ts";
import { ANSWERED_BY, DIRECTIONS, PERSONA_NAMES, TRANSFER_RESULTS } from "../../domain/rehearsal/scenario.ts";
import { CHECK_KINDS } from "../../domain/rehearsal/scenario-check.ts";
import { environmentAnswer, jsonObject, nullableTime, time } from "../http/fields.ts";

const json = z.unknown();
const text = z.string().optional();
const count = z.number().int();

const callerLineAnswer = z.object({
  when: text,
  say: text,
  press: text,
  silence_seconds: count.optional(),
  hang_up: z.boolean().optional(),
  interrupts_after_words: count.optional(),
});
/** A scripted caller has lines; a persona has the other fields. */
const callerAnswer = z
  .object({
    kind: z.enum(["scripted", "persona"]),
    lines: z.array(callerLineAnswer).optional(),
    persona: text,
    who: text,
    wants: text,
    never: text,
    model: text,
  })
  .meta({ id: "ScenarioCaller" });
const toolAnswerAnswer = z
  .object({ returns: json.optional(), fails: text, after_ms: count.optional() })
  .meta({ id: "ScenarioToolAnswer" });

/** Each kind has the fields that its check needs. */
const checkAnswer = z
  .object({
    kind: z.enum(CHECK_KINDS),
    text,
    step: text,
    name: text,
    equals: json.optional(),
    tool: text,
    arguments: jsonObject.optional(),
    times: count.optional(),
    turns: count.optional(),
    question: text,
    expects: z.boolean().optional(),
  })
  .meta({ id: "ScenarioCheck" });

const contentFields = {
  caller: callerAnswer,
  context: jsonObject,
  direction: z.enum(DIRECTIONS),
  answered_by: z.enum(ANSWERED_BY),
  now: text,
  timezone: text,
  tools: z.record(z.string(), toolAnswerAnswer),
  documents: z.union([
    z.literal("real"),
    z.array(z.object({ name: z.string(), text: z.string() }).meta({ id: "ScenarioDocument" })),
  ]),
  transfer: z.enum(TRANSFER_RESULTS),
  checks: z.array(checkAnswer),
};

export const scenarioAnswer = z
  .object({
    id: count,
    workflow_id: count,
    name: z.string(),
    ...contentFields,
    runs: count,
    must_pass: z.boolean(),
    source: jsonObject.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Scenario" });

export const importedAnswer = z
  .object({
    created: count,
    updated: count,
    scenarios: z.array(z.object({ id: count, name: z.string(), is_new: z.boolean() }).meta({ id: "ImportedScenario" })),
  })
  .meta({ id: "ScenarioImport" });

export const personasAnswer = z
  .object({
    personas: z.array(
      z
        .object({
          name: z.enum(PERSONA_NAMES),
          title: z.string(),
          who: z.string(),
          wants: z.string(),
          never: z.string(),
        })
        .meta({ id: "ReadyPersona" }),
    ),
  })
  .meta({ id: "ReadyPersonas" });

const usageFields = {
  requests: count,
  prompt_tokens: count,
  completion_tokens: count,
  cost_minor: count.nullable(),
  currency: z.string().nullable(),
};
const usageAnswer = z.object(usageFields).meta({ id: "RehearsalUsage" });

export const scenarioListAnswer = z
  .object({
    scenarios: z.array(scenarioAnswer),
    estimate: z.object({ ...usageFields, conversations: count }).meta({ id: "SuiteEstimate" }),
  })
  .meta({ id: "ScenarioList" });

const countsAnswer = z
  .object({ waiting: count, playing: count, green: count, red: count, failed: count, canceled: count })
  .meta({ id: "RehearsalCounts" });

const rehearsalFields = {
  id: count,
  workflow_id: count,
  version_number: count,
  definition_digest: z.string(),
  state: z.enum(REHEARSAL_STATES),
  environment: environmentAnswer,
  passed: z.boolean().nullable(),
  counts: countsAnswer,
  estimate: usageAnswer,
  created_at: time,
  ended_at: nullableTime,
};

export const rehearsalListAnswer = z
  .object({
    rehearsals: z.array(z.object(rehearsalFields).meta({ id: "RehearsalListItem" })),
    next_cursor: count.nullable(),
  })
  .meta({ id: "RehearsalList" });

const { turns, lines_left, tools_without_answer, error, steps, end_reason, first_words_ms, disposition, answered_by } =
  rehearsedResult.shape;

const conversationFields = {
  id: count,
  scenario_id: count.nullable(),
  scenario_name: z.string(),
  must_pass: z.boolean(),
  run_number: count,
  state: z.enum(CONVERSATION_STATES),
  tries: count,
  checks: z.array(checkResult.meta({ id: "CheckResult" })),
  turns: turns.nullable(),
  lines_left: lines_left.nullable(),
  tools_without_answer,
  error,
  usage: usageAnswer.nullable(),
  started_at: nullableTime,
  ended_at: nullableTime,
};

const meansAnswer = z.object({ before: z.number(), now: z.number() }).meta({ id: "ComparedMeans" });

const comparisonAnswer = z
  .object({
    rehearsal_id: count,
    version_number: count,
    became_red: z.array(z.string()),
    became_green: z.array(z.string()),
    slower: z.array(
      z.object({ scenario_name: z.string(), before_ms: count, now_ms: count }).meta({ id: "SlowerScenario" }),
    ),
    tokens: meansAnswer,
    turns: meansAnswer,
  })
  .meta({ id: "RehearsalComparison" });

export const rehearsalAnswer = z
  .object({
    ...rehearsalFields,
    usage: usageAnswer.nullable(),
    compared: comparisonAnswer.nullable(),
    conversations: z.array(z.object(conversationFields).meta({ id: "RehearsedConversationItem" })),
  })
  .meta({ id: "Rehearsal" });

export const conversationAnswer = z
  .object({
    ...conversationFields,
    words: z.array(playedEntry.meta({ id: "PlayedEntry" })),
    steps,
    variables: jsonObject,
    end_reason,
    disposition: disposition.unwrap(),
    answered_by: answered_by
      .unwrap()
      .meta({ description: "Who answered, by what was said first, or as the carrier told it" }),
    opted_out: z.boolean().nullable(),
    first_words_ms,
    scenario: jsonObject,
  })
  .meta({ id: "RehearsedConversation" });

export const deletedAnswer = z.object({ message: z.string() }).meta({ id: "ScenarioDeleted" });
