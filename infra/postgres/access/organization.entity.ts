import { defineEntity, p } from "@mikro-orm/core";
import { ARTIFACT_LINK_DAYS } from "../../../domain/call/artifact.ts";
import type { OrganizationBudget } from "../../../domain/call/budget.rules.ts";
import { CONCURRENT_CALLS } from "../../../domain/call/concurrent-calls.ts";
import type { CallingHours } from "../../../domain/campaign/calling-hours.ts";
import type { SandboxManners } from "../../../domain/environment/sandbox-manners.ts";
import type { RedactionSetting } from "../../../domain/privacy/redaction-setting.ts";
import type { RetentionKind } from "../../../domain/removal/retention.rules.ts";
import type { OwnRule } from "../../../domain/rule-pack/own-rule.ts";
import type { Row } from "../row.ts";

type RetentionJson = { [Kind in RetentionKind]?: number | null };
// A type and not an interface: only types are assignable to records.
type MannersJson = { [Field in keyof SandboxManners]: SandboxManners[Field] };

export type Organization = Row<typeof Organization>;
export const Organization = defineEntity({
  name: "Organization",
  tableName: "organizations",
  properties: {
    id: p.bigint("number").primary().generated("identity").autoincrement(),
    name: p.text(),
    country: p.text().strictNullable(),
    timezone: p.text().strictNullable(),
    test_phone_number: p.text().strictNullable(),
    concurrent_call_limit: p.integer().default(CONCURRENT_CALLS.usual),
    max_attempts_per_number_per_day: p.integer().strictNullable(),
    created_at: p.datetime().defaultRaw("now()"),
    artifact_link_days: p.integer().default(ARTIFACT_LINK_DAYS.usual),
    retention_days: p.integer().strictNullable(),
    /** Runs that are older are archived and removed; null: never. */
    keep_runs_days: p.integer().strictNullable().default(null),
    calling_hours: p.json<CallingHours>().strictNullable(),
    /** Why recorded calls do not begin with a disclosure; null: they do. */
    disclosure_off_reason: p.text().strictNullable(),
    budget: p.json<OrganizationBudget>().strictNullable(),
    /** Days by kind; null: as the columns for all words and all runs say. */
    retention: p.json<RetentionJson>().strictNullable().default(null),
    /** What is left out of conversations before it is stored or sent; null: nothing. */
    redaction: p.json<RedactionSetting>().strictNullable().default(null),
    /** How the simulator of its sandbox behaves; null: as the operator has it. */
    sandbox_manners: p.json<MannersJson>().strictNullable(),
    /** The run up to which the words of conversations are in the index again; null: nobody has asked for it. */
    words_indexed_to: p.bigint("number").strictNullable().default(null),
    /** The countries that are called (ISO 3166); null: all. */
    allowed_countries: p.array().strictNullable(),
    /** The kinds of numbers that are called; null: those that cost what people expect. */
    allowed_number_kinds: p.array().strictNullable(),
    /** Names such as `us-federal@2026-11`; null: none. */
    rule_packs: p.array().strictNullable(),
    /** Rules of packs that counsel is to confirm and that are on all the same, such as `de/hours`. */
    unconfirmed_rules: p.array().strictNullable(),
    /** Its own rules, as expressions. */
    own_rules: p.json<OwnRule[]>().strictNullable(),
    /** The one of the agents by which people try the platform's packs; it has no members. */
    is_demo: p.boolean().default(false),
    /** From then on members who log in with a password need a second factor; null: they do not. */
    second_factor_from: p.datetime().strictNullable().default(null),
  },
  uniques: [{ name: "organizations_demo", properties: ["is_demo"], where: "is_demo" }],
  checks: [
    {
      name: "organizations_concurrent_call_limit_check",
      expression: "(concurrent_call_limit >= 1) AND (concurrent_call_limit <= 5000)",
    },
    { name: "organizations_max_attempts_per_number_per_day_check", expression: "max_attempts_per_number_per_day > 0" },
    {
      name: "organizations_artifact_link_days_check",
      expression: "(artifact_link_days >= 1) AND (artifact_link_days <= 365)",
    },
    { name: "organizations_allowed_countries_check", expression: "cardinality(allowed_countries) > 0" },
    { name: "organizations_allowed_number_kinds_check", expression: "cardinality(allowed_number_kinds) > 0" },
    {
      name: "organizations_keep_runs_days_check",
      expression: "(keep_runs_days >= 1) AND (keep_runs_days <= 3650)",
    },
    { name: "organizations_retention_days_check", expression: "(retention_days >= 1) AND (retention_days <= 3650)" },
  ],
  policies: [
    {
      name: "tenant",
      roles: ["ringdown_app"],
      using: "(id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::bigint)",
    },
  ],
});
