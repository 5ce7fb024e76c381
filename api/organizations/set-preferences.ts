import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentPreferences } from "./organizations.presenter.ts";
import type { preferencesBody } from "./organizations.schemas.ts";
import { noneIfEmpty, readTestPhoneNumber, writePreferences } from "./write-preferences.ts";

/** Replaces the preferences. A new limit applies from the next admission on, also for running campaigns. */
export const setPreferences = (context: OperationContext, { body }: OperationInput<{ body: typeof preferencesBody }>) =>
  context.inOrganization(async (tx) => {
    const { test_phone_number: testNumber, disclosure } = body;
    const row = await writePreferences(context, tx, {
      country: body.country ?? null,
      timezone: body.timezone ?? null,
      test_phone_number: testNumber === undefined ? null : readTestPhoneNumber(testNumber, body.country),
      max_attempts_per_number_per_day: body.max_attempts_per_number_per_day ?? null,
      allowed_countries: body.allowed_countries ?? null,
      allowed_number_kinds: body.allowed_number_kinds ?? null,
      retention_days: body.retention_days ?? null,
      keep_runs_days: body.keep_runs_days ?? null,
      calling_hours: body.calling_hours ?? null,
      disclosure_off_reason: disclosure?.enabled === false ? (disclosure.reason ?? null) : null,
      retention: body.retention ?? null,
      redaction: body.redaction ?? null,
      budget: body.budget ?? null,
      rule_packs: noneIfEmpty(body.rule_packs),
      unconfirmed_rules: noneIfEmpty(body.unconfirmed_rules),
      own_rules: noneIfEmpty(body.own_rules),
      name: body.name,
      concurrent_call_limit: body.concurrent_call_limit,
      artifact_link_days: body.artifact_link_days,
    });
    return presentPreferences(row);
  });
