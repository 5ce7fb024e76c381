import { z } from "zod";
import { disclosureSetting } from "../../domain/agent/disclosure.ts";
import { ARTIFACT_LINK_DAYS } from "../../domain/call/artifact.ts";
import { MOST_ATTEMPTS_PER_DAY } from "../../domain/call/attempt.rules.ts";
import { CONCURRENT_CALLS } from "../../domain/call/concurrent-calls.ts";
import { callingHoursSetting } from "../../domain/campaign/calling-hours.ts";
import { WAIT_REASONS } from "../../domain/campaign/waiting-work.rules.ts";
import { DEFAULT_NUMBER_KINDS, NUMBER_KINDS } from "../../domain/number/number-kinds.rules.ts";
import { isNumberingCountry } from "../../domain/number/phone-number.ts";
import { REDACTION_TARGETS, redactionSchema } from "../../domain/privacy/redaction-setting.ts";
import { SENSITIVE_KINDS } from "../../domain/privacy/sensitive-kinds.ts";
import { MOST_RETENTION_DAYS, RETENTION_KINDS } from "../../domain/removal/retention.rules.ts";
import { ROW_KINDS } from "../../domain/removal/row-kinds.ts";
import { holidayCalendar, nullableTime, optional, time, timeZone, windowSlotsAnswer } from "../http/fields.ts";
import { organizationBudget, organizationBudgetAnswer } from "./budget.schemas.ts";
import { ownRules, ownRulesAnswer, rulePackNames, unconfirmedRules } from "./rule-packs.schemas.ts";

function withoutRepetition<Name extends string>(names: readonly Name[]): Name[] {
  return [...new Set(names)];
}

const country = z
  .string()
  .length(2)
  .toUpperCase()
  .refine(isNumberingCountry, "No country has this code (ISO 3166, two letters)");

const NOBODY = "Nobody could be called: leave it out for the default";
const allowedCountries = z.array(country).min(1, NOBODY).max(300).transform(withoutRepetition);
const allowedNumberKinds = z
  .array(z.enum(NUMBER_KINDS, `Choose among ${NUMBER_KINDS.join(", ")}`))
  .min(1, NOBODY)
  .max(NUMBER_KINDS.length)
  .transform(withoutRepetition);

const callingHours = callingHoursSetting(holidayCalendar);
const name = z.string().trim().min(1).max(255);
const testPhoneNumber = z.string().trim().min(1).max(64);
const concurrentCallLimit = z.number().int().min(1).max(CONCURRENT_CALLS.most);
const attemptsPerDay = z.number().int().min(1).max(MOST_ATTEMPTS_PER_DAY);
const artifactLinkDays = z.number().int().min(1).max(ARTIFACT_LINK_DAYS.most);
const retentionDays = z.number().int().min(1).max(MOST_RETENTION_DAYS);

/** Days by kind; what is left out goes by retention_days and keep_runs_days, or is kept for good. */
const keptDays = <S extends z.ZodType>(days: S) => {
  const of = (what: string) => days.meta({ description: `Days for ${what}` });
  return {
    words: of("words of conversations and transcripts"),
    recordings: of("recordings"),
    runs: of("calls, which are archived then"),
    contacts: of("contacts that no campaign may still call"),
    import_files: of("what imports say of rows that they could not take"),
    threads: of("messages in channels and threads"),
    deliveries: of("what was sent to webhooks"),
  };
};
const retention = z.strictObject(keptDays(optional(retentionDays)));
const retentionAnswer = z.object(keptDays(z.number().int().nullable()));

export const preferencesBody = z.strictObject({
  name: optional(name),
  country: optional(country),
  timezone: optional(timeZone),
  test_phone_number: optional(testPhoneNumber),
  concurrent_call_limit: optional(concurrentCallLimit),
  max_attempts_per_number_per_day: optional(attemptsPerDay),
  allowed_countries: optional(allowedCountries),
  allowed_number_kinds: optional(allowedNumberKinds),
  artifact_link_days: optional(artifactLinkDays),
  retention_days: optional(retentionDays),
  keep_runs_days: optional(retentionDays),
  retention: optional(retention),
  calling_hours: optional(callingHours),
  disclosure: optional(disclosureSetting),
  redaction: optional(redactionSchema),
  budget: optional(organizationBudget),
  rule_packs: optional(rulePackNames),
  unconfirmed_rules: optional(unconfirmedRules),
  own_rules: optional(ownRules),
});

/** Changes of some preferences: an absent one stays, and null clears one that can be unset. */
export const preferencesChanges = z.strictObject({
  name: name.optional(),
  country: country.nullish(),
  timezone: timeZone.nullish(),
  test_phone_number: testPhoneNumber.nullish(),
  concurrent_call_limit: concurrentCallLimit.optional(),
  max_attempts_per_number_per_day: attemptsPerDay.nullish(),
  allowed_countries: allowedCountries.nullish(),
  allowed_number_kinds: allowedNumberKinds.nullish(),
  artifact_link_days: artifactLinkDays.optional(),
  retention_days: retentionDays.nullish(),
  keep_runs_days: retentionDays.nullish(),
  retention: retention.nullish(),
  calling_hours: callingHours.nullish(),
  disclosure: disclosureSetting.nullish(),
  redaction: redactionSchema.nullish(),
  budget: organizationBudget.nullish(),
  rule_packs: rulePackNames.nullish(),
  unconfirmed_rules: unconfirmedRules.nullish(),
  own_rules: ownRules.nullish(),
});

export const preferencesAnswer = z
  .object({
    name: z.string(),
    country: z.string().nullable().meta({ description: "National numbers are read in it (ISO 3166)" }),
    timezone: z.string().nullable(),
    test_phone_number: z.string().nullable().meta({ description: "E.164" }),
    concurrent_call_limit: z.number().int(),
    max_attempts_per_number_per_day: z.number().int().nullable().meta({ description: "null: no limit" }),
    allowed_countries: z
      .array(z.string())
      .nullable()
      .meta({ description: "Only numbers of these countries are called (ISO 3166); null: of all" }),
    allowed_number_kinds: z.array(z.enum(NUMBER_KINDS)).meta({
      description: `Only numbers of these kinds are called, among ${NUMBER_KINDS.join(", ")}; by default ${DEFAULT_NUMBER_KINDS.join(", ")}`,
    }),
    artifact_link_days: z.number().int().meta({ description: "How long links to recordings and transcripts work" }),
    retention_days: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Recordings, transcripts and words of calls are removed after these days; null: never" }),
    keep_runs_days: z.number().int().nullable(),
    retention: retentionAnswer
      .nullable()
      .meta({ description: "Days by kind; null: by retention_days and keep_runs_days" }),
    calling_hours: z
      .object({
        enabled: z.boolean(),
        reason: z.string().nullable(),
        slots: windowSlotsAnswer,
        holidays: z.array(z.string()),
        holiday_calendar: z.string().nullable(),
        one_off: z.boolean(),
      })
      .meta({ description: "When people are called, by their own wall clocks, where a campaign has no schedule" }),
    disclosure: z
      .object({ enabled: z.boolean(), reason: z.string().nullable() })
      .meta({ description: "Whether recorded calls begin with the agent's disclosure; if not, why" }),
    redaction: z
      .object({
        kinds: z.array(z.enum(SENSITIVE_KINDS)),
        in: z.array(z.enum(REDACTION_TARGETS)),
        keep_original: z.boolean().optional().meta({ description: "Whether the original is kept, sealed" }),
      })
      .nullable()
      .meta({ description: "What is left out of conversations before it is stored or sent; null: nothing" }),
    rule_packs: z.array(z.string()).meta({
      description: "Rule packs that hold for production calls: `us-federal@2026-11`, or `de` for its newest version",
    }),
    unconfirmed_rules: z.array(z.string()).meta({
      description: "Rules of these packs that counsel is to confirm and that are on all the same, such as `de/hours`",
    }),
    own_rules: ownRulesAnswer.meta({ description: "Rules of the organization itself; every one must hold for a call" }),
    budget: organizationBudgetAnswer
      .nullable()
      .meta({ description: "The limit for the cost of outbound calls; null: no limit" }),
  })
  .meta({ id: "OrganizationPreferences" });

const pace = {
  calls_now: z.number().int().meta({ description: "Calls under way, without text sessions" }),
  calls_per_second: z.number().meta({ description: "Calls handed to carriers, over the last ten seconds" }),
};

export const liveFiguresAnswer = z
  .object({
    as_of: time,
    ...pace,
    accounts: z.array(z.object({ telephony_configuration_id: z.number().int(), ...pace })),
    requests_open: z.number().int().meta({ description: "Requests for which agents wait for people" }),
  })
  .meta({ id: "LiveFigures" });

export const rowUsageAnswer = z
  .object({
    bytes: z.number().int(),
    most_bytes: z.number().int(),
    measured_at: nullableTime,
    kinds: z.array(
      z
        .object({
          kind: z.enum(ROW_KINDS).meta({ id: "RowKind" }),
          rows: z.number().int(),
          bytes: z.number().int(),
          make_room: z.string().nullable(),
        })
        .meta({ id: "RowsOfKind" }),
    ),
  })
  .meta({ id: "RowUsage" });

export const fairShareAnswer = z
  .object({
    as_of: time,
    period_seconds: z.number().int().meta({ description: "The span over which started calls are counted" }),
    calls_started: z
      .number()
      .int()
      .meta({ description: "Outbound calls of the organization that carriers were asked for" }),
    share: z
      .number()
      .nullable()
      .meta({ description: "The share of the calls of all organizations, 0 to 1; null: there were none" }),
    platform: z
      .object({
        calls_started: z.number().int(),
        organizations: z.number().int().meta({ description: "How many organizations have started calls" }),
      })
      .meta({ description: "Sums over all organizations, without names" }),
    waiting: z.object({
      calls: z.number().int().meta({ description: "Calls that are queued for their carrier" }),
      contacts: z.number().int().meta({
        description: "Contacts of running campaigns that were not called yet or will be called again",
      }),
      campaign_count: z.number().int(),
      campaigns: z
        .array(
          z.object({
            campaign_id: z.number().int(),
            name: z.string(),
            contacts: z.number().int(),
            reason: z.enum(WAIT_REASONS),
            says: z.string(),
          }),
        )
        .meta({ description: "The 20 campaigns with the most waiting contacts, and what holds each back" }),
    }),
  })
  .meta({ id: "FairShare" });

export const retentionPreviewAnswer = z
  .object({
    as_of: time,
    kinds: z.array(
      z.object({
        kind: z.enum(RETENTION_KINDS),
        days: z.number().int().nullable().meta({ description: "How long it is kept; null: for good" }),
        set_by: z
          .enum(["kind", "general", "operator"])
          .nullable()
          .meta({ description: "By what: `retention`, the days for all words or runs, or the operator's ceiling" }),
        most_days: z.number().int().nullable().meta({ description: "The operator's ceiling; null: none" }),
        due: z.number().int().meta({ description: "How many are removed with the next run" }),
        due_within_week: z.number().int(),
        next_due_at: nullableTime.meta({
          description: "When the oldest is due; null: there is none, or it is kept for good",
        }),
      }),
    ),
  })
  .meta({ id: "RetentionPreview" });
