import { z } from "zod";
import { ANSWERERS } from "../answerer/answered-by.rules.ts";
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "../time/durations.rules.ts";
import { JOURNEY_LIMITS } from "./journey-limits.ts";

/*
 * A journey says what follows when a campaign has called a person: steps, each taken on an outcome of the last call, after a wait. A
 * step that no step before it names in `next` begins the journey.
 */

const stepId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, "Lower-case letters, digits, - and _, at most 40")
  .meta({ description: "Of your choice; whoever waits at it stays there when the journey is changed" });

const LONGEST_WAIT_SECONDS = JOURNEY_LIMITS.waitDays * DAY_SECONDS;

const word = z.string().trim().min(1).max(100);

const condition = z
  .union([
    word,
    z.strictObject({ answered_by: z.enum(ANSWERERS) }),
    z.strictObject({ disposition: word }),
    z.strictObject({
      variable: word.meta({ description: "A variable that the agent gathers" }),
      is: z
        .union([z.string().trim().max(200), z.number(), z.boolean()])
        .meta({ description: "Its value; upper and lower case are the same" }),
    }),
  ])
  .meta({
    id: "JourneyCondition",
    description:
      "An outcome of the call (`no_answer`, `busy`, …) or else a disposition; or who answered, a disposition, or a variable that the agent gathered",
  });

const amount = (most: number, unit: string) =>
  z
    .number()
    .int()
    .min(0)
    .max(most)
    .optional()
    .meta({ description: `So many ${unit}` });

const wait = z
  .strictObject({
    minutes: amount(LONGEST_WAIT_SECONDS / MINUTE_SECONDS, "minutes"),
    hours: amount(LONGEST_WAIT_SECONDS / HOUR_SECONDS, "hours"),
    days: amount(JOURNEY_LIMITS.waitDays, "days"),
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "A time of day as HH:MM")
      .optional()
      .meta({ description: "What the person's own clock shows then; with `days`, on that day" }),
  })
  .refine((value) => Object.values(value).some((part) => part !== undefined), "Say minutes, hours, days or at")
  .refine(
    ({ at, minutes, hours }) => at === undefined || (minutes === undefined && hours === undefined),
    "A time of day goes with days alone",
  )
  .meta({ id: "JourneyWait", description: `At most ${JOURNEY_LIMITS.waitDays} days; absent: at once` });

const text = (most: number, description: string) => z.string().trim().min(1).max(most).meta({ description });

const does = <Kind extends string>(kind: Kind, description: string) => z.literal(kind).meta({ description });

const common = {
  id: stepId,
  on: z.array(condition).min(1).max(JOURNEY_LIMITS.conditions).optional().meta({
    description: "The step is taken when one of them is true of the last call; absent: always",
  }),
  wait: wait.optional().meta({ description: "How long before the step is done; absent: at once" }),
  next: z.array(stepId).max(JOURNEY_LIMITS.next).optional().meta({
    description: "The steps that may follow; the first whose `on` is true is taken. Absent: the journey ends here",
  }),
  most: z.number().int().min(2).max(JOURNEY_LIMITS.most).optional().meta({
    description: "Of a step within a loop: how often one person takes it at most",
  }),
};

const callStep = z.strictObject({
  ...common,
  do: does("call", "Calls again, through the campaign's queue"),
  workflow_id: z.number().int().positive().optional().meta({ description: "The agent; absent: the campaign's" }),
});
const smsStep = z.strictObject({
  ...common,
  do: does("sms", "Sends a text"),
  text: text(1_000, "The text, with {{variables}}"),
});
const mailStep = z.strictObject({
  ...common,
  do: does("mail", "Sends a mail"),
  to: text(200, "The address; absent: {{email}} of the contact or the conversation").optional(),
  subject: text(200, "The subject, with {{variables}}"),
  text: text(5_000, "The plain text, with {{variables}}"),
});
const webhookStep = z.strictObject({
  ...common,
  do: does("webhook", "Tells a webhook"),
  webhook_id: z.number().int().positive().meta({ description: "The webhook, whatever it is subscribed to" }),
});
const doNotCallStep = z.strictObject({
  ...common,
  do: does("do_not_call", "Enters the number into the do-not-call list"),
  reason: text(200, "Why, for people").optional(),
});
const inboxStep = z.strictObject({
  ...common,
  do: does("inbox", "Asks the members of a channel"),
  folder_id: z.number().int().positive().meta({ description: "The channel whose members are asked" }),
  text: text(1_000, "What they are asked, with {{variables}}"),
});

export const journeyStep = z
  .discriminatedUnion("do", [callStep, smsStep, mailStep, webhookStep, doNotCallStep, inboxStep])
  .meta({ id: "JourneyStep" });

export const journeySteps = z.array(journeyStep).max(JOURNEY_LIMITS.steps);

export type JourneyStep = z.output<typeof journeyStep>;
export type JourneyCondition = NonNullable<JourneyStep["on"]>[number];
export type JourneyWait = NonNullable<JourneyStep["wait"]>;
export type StepOf<Kind extends JourneyStep["do"]> = Extract<JourneyStep, { do: Kind }>;

/**
 * Where a person is at a step. `doing`: what it does is asked outside, and nobody asks twice. `calling`: the campaign calls for it.
 * `unclear`: the process died while it asked a server that cannot tell whether it was asked, so it may have been done.
 */
export const STEP_STATES = ["waiting", "doing", "calling", "done", "skipped", "failed", "unclear", "ended"] as const;
export type StepState = (typeof STEP_STATES)[number];

/** The states in which something still happens for the person. */
export const OPEN_STEP_STATES = ["waiting", "doing", "calling"] as const satisfies readonly StepState[];

const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9.-]{1,190}\.[a-z]{2,63}$/i;

/** Tells whether a text is one mail address and nothing else, so that no value of a person adds another one. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text);

/** Why a step ends for somebody whom nobody may reach any more. */
export const END_REASONS = {
  listed: "the number is on the do-not-call list",
  erased: "the person's data is erased",
} as const;
