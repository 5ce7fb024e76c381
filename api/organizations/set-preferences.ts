import type { z } from "zod";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { presentPreferences } from "./organizations.presenter.ts";
import type { preferencesBody } from "./organizations.schemas.ts";

/** A new limit holds from the next admission on, also for campaigns that run. */
export const setPreferences = async (
  context: OperationContext,
  { body }: { body: z.output<typeof preferencesBody> },
) => {
  const { organizationId } = context.actor;
  const preferences = {
    country: body.country ?? null,
    timezone: body.timezone ?? null,
    test_phone_number: testPhoneNumber(body),
    max_attempts_per_number_per_day: body.max_attempts_per_number_per_day ?? null,
    retention_days: body.retention_days ?? null,
    calling_hours: body.calling_hours ?? null,
    disclosure_off_reason: body.disclosure?.enabled === false ? (body.disclosure.reason ?? null) : null,
    ...(body.artifact_link_days !== undefined && { artifact_link_days: body.artifact_link_days }),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.concurrent_call_limit !== undefined && { concurrent_call_limit: body.concurrent_call_limit }),
  };
  return context.inOrganization(async (tx) => {
    const row = await tx
      .updateTable("organizations")
      .set(preferences)
      .where("id", "=", organizationId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const summary = "The organization's preferences were changed";
    const payload = body.calling_hours?.enabled === false ? { calling_hours_off: body.calling_hours.reason } : {};
    await recordTimeline(tx, { organizationId, kind: "system", actor: actorName(context.actor), summary, payload });
    return presentPreferences(row);
  });
};

const testPhoneNumber = (body: z.output<typeof preferencesBody>): string | null => {
  if (body.test_phone_number === undefined) return null;
  const parsed = parsePhoneNumber(body.test_phone_number, body.country);
  if (!parsed.ok) throw invalidField(["test_phone_number"], parsed.reason);
  return parsed.e164;
};
