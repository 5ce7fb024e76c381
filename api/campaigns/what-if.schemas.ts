import { z } from "zod";
import { MOST_ATTEMPTS_PER_DAY } from "../../domain/call/attempt.rules.ts";
import { MOST_CALLS_PER_SECOND } from "../../domain/call/carrier-pace.rules.ts";
import { holidayDates } from "../../domain/campaign/holidays.ts";
import { MOST_NUMBERS_ASKED, WHAT_IF_STATES } from "../../domain/what-if/what-if.ts";
import { idParameter, nullableTime, optional, time } from "../http/fields.ts";
import { campaignBudget, campaignBudgetAnswer } from "../organizations/budget.schemas.ts";
import { ownRules, ownRulesAnswer, rulePackNames, unconfirmedRules } from "../organizations/rule-packs.schemas.ts";
import { maxConcurrency, retryAnswer, retryConfigChanges, scheduleAnswer, scheduleConfig } from "./settings.schemas.ts";

export const whatIfBody = z.strictObject({
  retry_config: optional(retryConfigChanges),
  schedule_config: optional(scheduleConfig),
  max_concurrency: optional(maxConcurrency),
  calls_per_second: optional(z.number().min(0.01).max(MOST_CALLS_PER_SECOND)),
  max_attempts_per_number_per_day: optional(z.number().int().min(1).max(MOST_ATTEMPTS_PER_DAY)),
  budget: optional(campaignBudget),
  do_not_call: optional(z.array(z.string().min(1).max(64)).max(MOST_NUMBERS_ASKED)).meta({
    description: "Numbers in E.164 that would have been on the list from the beginning; they are not kept",
  }),
  holidays: optional(holidayDates),
  rule_packs: optional(rulePackNames).meta({
    description: "Rule packs in place of the organization's; an empty list: none",
  }),
  unconfirmed_rules: optional(unconfirmedRules),
  own_rules: optional(ownRules),
});

export const whatIfParams = z.object({ campaign_id: idParameter, what_if_id: idParameter });

const count = z.number().int();
/** The mean of several simulations. */
const mean = z.number();

const figures = z
  .object({
    attempts: mean,
    answers: mean,
    cost_minor: mean,
    ends_at: time.meta({ description: "When its last call was over" }),
    by_hour: z
      .array(z.object({ at: time, attempts: mean, answers: mean, cost_minor: mean }))
      .meta({ description: "The figures of each hour, by its first instant; empty in the list of questions" }),
  })
  .meta({ id: "WhatIfFigures" });

const interval = z.object({ low: mean, high: mean }).meta({ id: "WhatIfInterval" });
/** The spread of what is predicted. */
export const spread = z
  .object({
    attempts: interval,
    answers: interval,
    cost_minor: interval,
    ends_at: z.object({ low: time, high: time }).meta({ description: "Of the end" }),
  })
  .meta({ id: "WhatIfSpread" });

const result = z
  .object({
    was: figures.meta({ description: "As the campaign was" }),
    would: figures.meta({ description: "As it would have been: the means of all seeds" }),
    spread,
    seeds: count.meta({ description: "How often it was simulated; 1: nothing had to be drawn" }),
    drawn: count.meta({ description: "Attempts that nobody had made so, and that were drawn from people alike" }),
    differing: count.meta({
      description: "Attempts in which a replay by the campaign's own settings is not the record",
    }),
    currency: z.string().nullable(),
    known_until: nullableTime.meta({ description: "The campaign was still under way then; null: it was over" }),
  })
  .meta({ id: "WhatIfResult" });

const askedSettings = z
  .object({
    retry_config: z.object(retryAnswer.shape).partial().meta({ id: "AskedRetrySettings" }).optional(),
    schedule_config: scheduleAnswer.optional(),
    max_concurrency: count.optional(),
    calls_per_second: z.number().optional(),
    max_attempts_per_number_per_day: count.optional(),
    budget: campaignBudgetAnswer.optional(),
    holidays: z.array(z.string()).optional(),
    rule_packs: z.array(z.string()).optional(),
    unconfirmed_rules: z.array(z.string()).optional(),
    own_rules: ownRulesAnswer.optional(),
    do_not_call: z
      .object({ given: count.meta({ description: "How many numbers were given" }), in_campaign: count })
      .meta({ description: "Numbers that would have been on the list from the beginning" })
      .optional(),
  })
  .meta({ id: "WhatIfSettings" });

export const whatIfAnswer = z
  .object({
    id: count,
    campaign_id: count,
    state: z.enum(WHAT_IF_STATES),
    settings: askedSettings,
    result: result.nullable().meta({ description: "null: it is not answered" }),
    error: z.string().nullable(),
    created_at: time,
    ended_at: nullableTime,
  })
  .meta({ id: "WhatIf" });

export const whatIfListAnswer = z.object({ what_ifs: z.array(whatIfAnswer) });
