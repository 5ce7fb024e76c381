import { z } from "zod";
import { ANSWERERS } from "../../domain/answerer/answered-by.rules.ts";
import type { STEP_STATES } from "../../domain/journey/journey.ts";
import { journeySteps } from "../../domain/journey/journey.ts";
import { listJourneyFaults } from "../../domain/journey/journey-faults.ts";
import { MOST_PREVIEWED } from "../../domain/journey/journey-limits.ts";
import { jsonObjectInput, nullableTime, optional, time, withDefault } from "../http/fields.ts";

const steps = journeySteps
  .superRefine((given, check) => {
    for (const { path, sentence } of listJourneyFaults(given))
      check.addIssue({ code: "custom", path, message: sentence });
  })
  .meta({
    description:
      "In their order: a step that no step before it names in `next` begins the journey. None: nothing follows any more, and whoever waits is done with",
  });

export const journeyBody = z.strictObject({ steps }).meta({ id: "JourneyOfCampaign" });

export const journeyQuery = z.object({
  version: optional(z.coerce.number().int().positive()).meta({ description: "Absent: the newest" }),
});

const step = z.string().nullable();

const waitAnswer = z
  .object({
    minutes: z.number().int().optional(),
    hours: z.number().int().optional().meta({ description: "So many hours" }),
    days: z.number().int().optional(),
    at: z.string().optional(),
  })
  .meta({ id: "KeptJourneyWait" });

const conditionAnswer = z.union([
  z.string(),
  z
    .object({
      answered_by: z.string().optional(),
      disposition: z.string().optional(),
      variable: z.string().optional().meta({ description: "A variable that the agent gathers" }),
      is: z.union([z.string(), z.number(), z.boolean()]).optional().meta({ description: "Its value" }),
    })
    .meta({ id: "KeptJourneyCondition" }),
]);

/** A step as it was sent; fields of other kinds of steps are absent. */
const stepAnswer = z
  .object({
    id: z.string(),
    do: z.string().meta({ description: "What the step does: call, sms, mail, webhook, do_not_call or inbox" }),
    on: z.array(conditionAnswer).optional().meta({ description: "When the step is taken; absent: always" }),
    wait: waitAnswer.optional().meta({ description: "How long before the step is done; absent: at once" }),
    next: z.array(z.string()).optional().meta({ description: "The steps that may follow" }),
    most: z.number().int().optional().meta({ description: "How often one person takes it at most; absent: once" }),
    workflow_id: z.number().int().optional(),
    to: z.string().optional(),
    subject: z.string().optional(),
    text: z.string().optional(),
    webhook_id: z.number().int().optional(),
    reason: z.string().optional(),
    folder_id: z.number().int().optional(),
  })
  .meta({ id: "KeptJourneyStep" });

export const journeyAnswer = z
  .object({
    campaign_id: z.number().int(),
    version: z.number().int().nullable().meta({ description: "null: the campaign has no journey yet" }),
    steps: z.array(stepAnswer),
    edges: z
      .array(z.object({ from: step.meta({ description: "null: the campaign's own call" }), to: z.string() }))
      .meta({ description: "Which step leads to which" }),
    created_at: nullableTime,
    versions: z
      .array(z.object({ version: z.number().int(), created_at: time }))
      .meta({ description: "The newest 50, newest first" }),
  })
  .meta({ id: "Journey" });

export const journeyPreviewBody = z.strictObject({
  steps: optional(steps).meta({ description: "Absent: the campaign's newest journey" }),
  outcome: withDefault(z.string().trim().min(1).max(100), "no_answer").meta({ description: "How the call ends" }),
  disposition: optional(z.string().trim().min(1).max(100)),
  answered_by: optional(z.enum(ANSWERERS)),
  variables: optional(jsonObjectInput).meta({ description: "What the agent gathers in it" }),
  limit: withDefault(z.number().int().min(1).max(MOST_PREVIEWED), MOST_PREVIEWED),
});

export const journeyPreviewAnswer = z
  .object({
    people: z.array(
      z.object({
        contact_id: z.number().int().nullable(),
        phone_number: z.string(),
        name: z.string().nullable(),
        timezone: z.string().meta({ description: "On whose clock waits are read" }),
        blocked: z.string().nullable().meta({ description: "Why nothing reaches this person; null: nothing keeps it" }),
        steps: z.array(
          z.object({
            id: z.string(),
            do: z.string().meta({ description: "What the step does" }),
            at: time,
            local: z.string().meta({ description: "What the person's clock shows then" }),
            says: z.string().nullable().meta({ description: "The text with the person's values; null: it has none" }),
            may_follow: z.array(z.string()).meta({ description: "After a call: the steps that its end decides about" }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "JourneyPreview" });

const people = z.number().int();

const counts = z
  .object({
    waiting: people.meta({ description: "People whose step is not due yet" }),
    doing: people.meta({ description: "People whose step is done right now" }),
    calling: people.meta({ description: "People whom the campaign calls for the step" }),
    done: people.meta({ description: "People whose step is done" }),
    skipped: people.meta({ description: "People whose step was left out, for a reason" }),
    failed: people.meta({ description: "People whose step could not be done" }),
    unclear: people.meta({ description: "People whose step may have been done: the process died meanwhile" }),
    ended: people.meta({ description: "People with whom the journey ended before the step" }),
  } satisfies Record<(typeof STEP_STATES)[number], unknown>)
  .meta({ id: "JourneyStepCounts" });

export const journeyProgressAnswer = z
  .object({
    campaign_id: z.number().int(),
    version: z.number().int().nullable(),
    edges: z.array(
      z.object({
        from: step.meta({ description: "null: the campaign's own call" }),
        to: z.string(),
        is_current: z.boolean().meta({ description: "False: the newest version has no such edge" }),
        people: people.meta({ description: "Who has come along it" }),
        states: counts.meta({ description: "What became of them at the step that it leads to" }),
      }),
    ),
    next_due_at: nullableTime.meta({ description: "When the first who waits is due; null: nobody waits" }),
  })
  .meta({ id: "JourneyProgress" });
