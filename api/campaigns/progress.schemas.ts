import { z } from "zod";
import { CAMPAIGN_STATES } from "../../domain/campaign/campaign-states.rules.ts";
import { nullableTime, time } from "../http/fields.ts";
import { budgetStandingAnswer } from "../organizations/budget.schemas.ts";
import { unknownFields } from "./as-of.schemas.ts";
import { campaignAnswer } from "./campaigns.schemas.ts";

const count = z.number().int().min(0);

/** Always: total = suppressed + finished + remaining. */
export const progressAnswer = z
  .object({
    campaign_id: z.number().int(),
    state: z.enum(CAMPAIGN_STATES),
    total: count,
    dialled: count.meta({ description: "Contacts with an attempt that a carrier accepted" }),
    answered: count.meta({ description: "Contacts that a person answered for" }),
    remaining: count.meta({ description: "Contacts neither finished nor suppressed" }),
    in_flight: count,
    waiting_retry: count,
    suppressed: count,
    finished: count,
    failed_calls: count.meta({ description: "Contacts that are finished without ever being reached" }),
    attempts: count.meta({ description: "Attempts that a carrier accepted" }),
    progress_percentage: z.number(),
    total_rows: count,
    processed_rows: count,
    rate_limit: z.number().nullable().meta({ description: "Calls a second of the carrier account; null: unlimited" }),
    source_sync: z.object({
      status: z.enum(["pending", "processing", "completed", "failed"]),
      last_synced_at: nullableTime,
      error: z.string().nullable(),
    }),
    waiting_until: nullableTime.meta({ description: "Set while nothing can be dialled before this instant" }),
    started_at: nullableTime,
    completed_at: nullableTime,
    eta: nullableTime.meta({ description: "When it ends at the rate measured now; null while none can be measured" }),
    budgets: z.array(budgetStandingAnswer),
    budget_wait: z.string().nullable().meta({ description: "Why a budget prevents dialling; null: none does" }),
    budget_wait_until: nullableTime.meta({
      description:
        "When the campaign checks that budget again: when it renews, or within a minute where prices of earlier calls are awaited. Null: when somebody raises it",
    }),
    daily_quota: z
      .object({
        limit: count,
        made: count.meta({ description: "Attempts of the day that a carrier was asked for" }),
        is_spent: z.boolean().meta({ description: "Whether it keeps the campaign from calling until `renews_at`" }),
        renews_at: time.meta({ description: "When the next day begins in the campaign's zone" }),
      })
      .meta({ id: "DailyQuotaStanding" })
      .nullable()
      .meta({ description: "The attempts of the day, where the running campaign limits them" }),
    source: z.enum(["workflow", "database"]),
    as_of: time,
    unknown: unknownFields,
  })
  .meta({ id: "CampaignProgress" });

/** Progress in a list comes from the database, a moment behind a running workflow. */
export const campaignListAnswer = z.object({
  campaigns: z.array(campaignAnswer.extend({ progress: progressAnswer.nullable() }).meta({ id: "ListedCampaign" })),
  next_cursor: z.string().nullable().meta({ description: "Null: there are no more" }),
});
