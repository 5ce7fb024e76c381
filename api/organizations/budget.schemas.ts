import { z } from "zod";
import { BUDGET_AMOUNTS } from "../../domain/call/budget.rules.ts";
import { optional } from "../http/fields.ts";

const amount = z.number().int().min(BUDGET_AMOUNTS.least).max(BUDGET_AMOUNTS.most);
const currency = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, such as USD");

/** The limits for the cost of an organization's outbound calls per day and per month, in its own zone. */
export const organizationBudget = z
  .strictObject({ daily_minor: optional(amount), monthly_minor: optional(amount), currency })
  .refine(({ daily_minor, monthly_minor }) => daily_minor !== undefined || monthly_minor !== undefined, {
    path: ["daily_minor"],
    message: "Give daily_minor, monthly_minor or both",
  })
  .transform(({ daily_minor = null, monthly_minor = null, ...budget }) => ({ ...budget, daily_minor, monthly_minor }));

export const organizationBudgetAnswer = z.object({
  daily_minor: z.number().int().nullable(),
  monthly_minor: z.number().int().nullable(),
  currency: z.string(),
});

/** The limit for the total cost of a campaign's calls. */
export const campaignBudget = z.strictObject({ total_minor: amount, currency }).meta({ id: "CampaignBudgetInput" });

export const campaignBudgetAnswer = z.object({ total_minor: z.number().int(), currency: z.string() });

/** The budgets that a campaign's calls count against, and their present use. */
export const budgetStandingAnswer = z
  .object({
    whose: z
      .enum(["campaign", "day", "month"])
      .meta({ description: "day and month: of the organization, in its zone" }),
    limit_minor: z.number().int(),
    spent_minor: z
      .number()
      .int()
      .meta({ description: "What calls that are priced have cost, and the tokens of their models" }),
    held_minor: z
      .number()
      .int()
      .meta({ description: "The highest cost of calls whose cost is not known yet, and what models may still cost" }),
    spent_on_models_minor: z.number().int().meta({ description: "The models' part of `spent_minor`" }),
    held_for_models_minor: z.number().int().meta({ description: "The models' part of `held_minor`" }),
    currency: z.string(),
    renews_at: z.date().nullable().meta({ description: "When it renews; null: never" }),
  })
  .meta({ id: "BudgetStanding" });
