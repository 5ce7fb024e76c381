import { z } from "zod";
import { LONGEST_CHANNEL_NAME } from "../../domain/channel/channel.ts";
import { FEED_PAGE } from "../../domain/timeline/feed-page.ts";
import { TIMELINE_KINDS } from "../../domain/timeline/timeline-kinds.ts";
import {
  booleanParameter,
  idParameter,
  jsonObject,
  nullableTime,
  optional,
  time,
  timeInput,
  withDefault,
} from "../http/fields.ts";

export const channelParams = z.object({ folder_id: idParameter });
export const channelBody = z.strictObject({ name: z.string().trim().min(1).max(LONGEST_CHANNEL_NAME) });

export const channelAnswer = z
  .object({ id: z.number().int(), name: z.string(), created_at: time })
  .meta({ id: "Channel" });
export const channelListAnswer = z.array(channelAnswer);
export const deletedAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  documents_moved_to_library: z.number().int(),
});

const kind = z.enum(TIMELINE_KINDS);

/** Accepts `?kinds=outcome&kinds=message` and `?kinds=outcome,message`; none means all. */
const kinds = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    [value]
      .flat()
      .flatMap((part) => part.split(","))
      .filter((part) => part !== ""),
  )
  .pipe(z.array(kind).max(100))
  .transform((list) => (list.length === 0 ? undefined : list));

/** Sentences of calls have negative ids. */
const eventId = z.coerce
  .number()
  .int()
  .min(-Number.MAX_SAFE_INTEGER)
  .max(Number.MAX_SAFE_INTEGER)
  .refine((value) => value !== 0, "No event has the id 0");

const filter = {
  workflow_id: optional(idParameter),
  workflow_run_id: optional(idParameter).meta({ description: "One call: reads forwards, oldest first" }),
  folder_id: optional(idParameter),
  assistant: withDefault(booleanParameter, false).meta({ description: "Only talk with the built-in assistant" }),
  thread_id: optional(z.string().min(1).max(255)),
  kinds: optional(kinds).meta({ description: "Repeated or separated by commas" }),
  deliverables_only: withDefault(booleanParameter, false),
  campaign_id: optional(idParameter).meta({ description: "Events of one campaign and of its calls" }),
  actor: optional(z.string().trim().min(1).max(255)).meta({
    description: "Who did it, as events name them, such as `user:7`, `api_key:3`, `agent:2` or `system`",
  }),
  q: optional(z.string().trim().min(2).max(255)).meta({ description: "Words of the summary, in any order" }),
};

export const timelineStreamQuery = z.object({
  ...filter,
  workflow_run_id: optional(idParameter).meta({ description: "One call" }),
});

/** Searches find events alone, and not what was said in calls. */
const SEARCHES = ["campaign_id", "actor", "q", "from", "to"] as const;

export const timelineQuery = z
  .object({
    ...filter,
    include_transcripts: withDefault(booleanParameter, false).meta({
      description: "Also what was said in calls and sessions, as messages with negative ids",
    }),
    from: optional(timeInput).meta({ description: "Events of this instant or later" }),
    to: optional(timeInput).meta({ description: "Events before this instant" }),
    limit: withDefault(z.coerce.number().int().min(1).max(FEED_PAGE.most), FEED_PAGE.usual),
    before_at: optional(timeInput).meta({
      description: "`next_before_at` of the page before; with workflow_run_id too",
    }),
    before_id: optional(eventId).meta({ description: "`next_before_id` of the page before" }),
  })
  .refine((query) => !query.include_transcripts || SEARCHES.every((name) => query[name] === undefined), {
    path: ["include_transcripts"],
    message: `What was said has no campaign, no actor and no summary: leave out include_transcripts, or ${SEARCHES.join(", ")}`,
  })
  .refine((query) => !query.from || !query.to || query.from < query.to, {
    path: ["to"],
    message: "to must be later than from",
  })
  .refine((query) => query.before_id === undefined || query.before_at !== undefined, {
    path: ["before_at"],
    message: "before_id needs before_at: send both as the page before gave them",
  });

const id = z.number().int();

export const timelineEventAnswer = z
  .object({
    id,
    at: time,
    kind,
    actor: z.string(),
    summary: z.string(),
    payload: jsonObject,
    is_deliverable: z.boolean(),
    workflow_id: id.nullable(),
    workflow_run_id: id.nullable(),
    folder_id: id.nullable(),
    campaign_id: id.nullable(),
    thread_id: z.string().nullable(),
    credits: z.number(),
    included: z.boolean().nullable(),
    blocked: z.object({ reason: z.string(), says: z.string(), ways: z.array(z.string()) }).nullable(),
  })
  .meta({ id: "TimelineEvent" });

export const timelineAnswer = z
  .object({
    events: z.array(timelineEventAnswer),
    next_before_at: nullableTime.meta({ description: "The cursor of the next page; null on the last page" }),
    next_before_id: id.nullable(),
    truncated: z.boolean().meta({ description: "Whether there is a following page" }),
  })
  .meta({ id: "TimelineResponse" });
