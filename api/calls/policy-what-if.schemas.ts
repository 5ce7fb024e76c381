import { z } from "zod";
import { MOST_ATTEMPTS_PER_DAY } from "../../domain/call/attempt.rules.ts";
import { REPORT_FORMATS, USUAL_REPORT_FORMAT } from "../../domain/call/call-report.ts";
import { holidayDates } from "../../domain/campaign/holidays.ts";
import { windowSlots } from "../../domain/campaign/window-slots.ts";
import { MOST_NUMBERS_ASKED } from "../../domain/what-if/what-if.ts";
import { holidayCalendar, optional, timeInput, timeZone, withDefault } from "../http/fields.ts";
import { campaignBudget } from "../organizations/budget.schemas.ts";
import { ownRules, rulePackNames, unconfirmedRules } from "../organizations/rule-packs.schemas.ts";
import { law } from "./call-outlook.schemas.ts";

const hours = z
  .strictObject({
    slots: windowSlots,
    timezone: optional(timeZone).meta({ description: "For people whose zone is unknown; absent: the organization's" }),
    holiday_calendar: optional(holidayCalendar),
  })
  .meta({ id: "AskedHours" });

export const policyWhatIfBody = z.strictObject({
  from: timeInput,
  to: timeInput,
  hours: optional(hours).meta({ description: "The hours in which people would have been called" }),
  holidays: optional(holidayDates),
  max_attempts_per_number_per_day: optional(z.number().int().min(1).max(MOST_ATTEMPTS_PER_DAY)),
  do_not_call: optional(z.array(z.string().min(1).max(64)).max(MOST_NUMBERS_ASKED)).meta({
    description: "Numbers in E.164 that would have been on the list; they are not kept",
  }),
  budget: optional(campaignBudget).meta({ description: "For all calls of the span" }),
  rule_packs: optional(rulePackNames).meta({
    description: "Rule packs in place of the organization's; an empty list: none",
  }),
  unconfirmed_rules: optional(unconfirmedRules).meta({
    description: "Rules that counsel is to confirm and that would have been on, in place of the organization's",
  }),
  own_rules: optional(ownRules).meta({ description: "Own rules in place of the organization's; an empty list: none" }),
});

export const policyReportQuery = z.object({ format: withDefault(z.enum(REPORT_FORMATS), USUAL_REPORT_FORMAT) });

const count = z.number().int();

export const policyWhatIfAnswer = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    calls: count.meta({ description: "Calls of the span whose carrier was asked" }),
    stopped: count.meta({ description: "Those of them that would not have been made" }),
    by_rule: z
      .array(
        z.object({
          rule: z.string(),
          law,
          calls: count,
          answered: count,
        }),
      )
      .meta({ description: "The stopped calls by the first rule that stops them" }),
  })
  .meta({ id: "PolicyWhatIf" });
