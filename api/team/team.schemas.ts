import { z } from "zod";
import { AGENT_STATES } from "../../domain/team/agent-status.ts";
import { ATTENTION_KINDS, HOME_DAYS } from "../../domain/team/home-and-attention.ts";
import { nullableTime, time, withDefault } from "../http/fields.ts";

export const homeQuery = z.object({
  days: withDefault(z.coerce.number().int().min(1).max(HOME_DAYS.most), HOME_DAYS.usual).meta({
    description: "Today and the days before it, in the organization's time zone",
  }),
});

const count = z.number().int();
const figures = {
  from: time,
  until: time,
  calls: count.meta({ description: "Calls by phone and in browsers, without text sessions" }),
  answered: count.meta({ description: "A person answered" }),
  missed: count.meta({ description: "Calls that came in and that nobody took" }),
  minutes: z.number().meta({ description: "Minutes of talking, to a tenth" }),
  outcomes: z.record(z.string(), count).meta({ description: "Calls by dialling outcome" }),
  cost: z.array(z.object({ currency: z.string(), cost_minor: count })),
};

const attentionItem = z
  .object({
    kind: z.enum(ATTENTION_KINDS),
    timeline_event_id: count.nullable(),
    at: time,
    summary: z.string(),
    subject: z.string().nullable().meta({
      description:
        "The document, the campaign, the app, the carrier account, the contact list, the key or the organization; null: a request",
    }),
    reason: z.string().nullable().meta({ description: "Why it has stopped, or when the key expires; null: a request" }),
    workflow_id: count.nullable(),
    campaign_id: count.nullable(),
    document_uuid: z.string().nullable(),
    folder_id: count.nullable().meta({ description: "The channel of a request" }),
    is_mine: z.boolean().meta({ description: "You are a member of that channel" }),
    expires_at: nullableTime.meta({ description: "Until then a request can be answered" }),
  })
  .meta({ id: "AttentionItem" });

export const homeAnswer = z
  .object({
    days: count,
    timezone: z.string(),
    ...figures,
    campaigns_running: count,
    needs_attention: z.array(attentionItem).meta({
      description:
        "Everything that needs somebody: requests of your channels first, then the rest, newest first; at most 100 of a kind",
    }),
    previous: z.object(figures).meta({ description: "As many whole days before those" }),
  })
  .meta({ id: "TeamHome" });

export const statusAnswer = z
  .object({
    agents: z.array(
      z.object({
        workflow_id: count,
        name: z.string(),
        folder_id: count.nullable(),
        state: z.enum(AGENT_STATES).meta({
          description: "The first that holds, in this order; paused: it has campaigns, and none of them runs",
        }),
        workflow_run_ids: z.array(count),
        since: time,
      }),
    ),
  })
  .meta({ id: "TeamStatus" });
