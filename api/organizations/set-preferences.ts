import type { z } from "zod";
import { endBudgetWaits } from "../../infra/postgres/call/budget.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { explainMissingPrices } from "./budget.errors.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { presentPreferences } from "./organizations.presenter.ts";
import type { preferencesBody } from "./organizations.schemas.ts";

const SIMULATOR = "simulator";

/** Sets preferences. A new limit applies from the next admission on, also for running campaigns. */
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
    budget: body.budget ?? null,
    ...(body.artifact_link_days !== undefined && { artifact_link_days: body.artifact_link_days }),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.concurrent_call_limit !== undefined && { concurrent_call_limit: body.concurrent_call_limit }),
  };
  return context.inOrganization(async (tx) => {
    if (body.budget) await requirePrices(context, tx, body.budget.currency);
    const row = await tx
      .updateTable("organizations")
      .set(preferences)
      .where("id", "=", organizationId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await endBudgetWaits(tx);
    const summary = "The organization's preferences were changed";
    const payload = {
      ...(body.calling_hours?.enabled === false && { calling_hours_off: body.calling_hours.reason }),
      ...(body.disclosure?.enabled === false && { disclosure_off: body.disclosure.reason }),
    };
    await recordTimeline(tx, { organizationId, kind: "system", actor: formatActor(context.actor), summary, payload });
    return presentPreferences(row);
  });
};

/** Requires prices for every carrier that the organization dials with, by which a budget is kept. */
const requirePrices = async (
  { prices }: OperationContext,
  tx: OrganizationTransaction,
  currency: string,
): Promise<void> => {
  const accounts = await tx.selectFrom("telephony_configurations").select("provider").distinct().execute();
  const providers = accounts.map(({ provider }) => provider);
  const real = providers.filter((provider) => provider !== SIMULATOR);
  const unpriced = (real.length > 0 ? real : providers).filter((provider) => prices.currencyOf(provider) !== currency);
  if (unpriced.length > 0) throw invalidField(["budget", "currency"], explainMissingPrices(unpriced, currency));
};

const testPhoneNumber = (body: z.output<typeof preferencesBody>): string | null => {
  if (body.test_phone_number === undefined) return null;
  const parsed = parsePhoneNumber(body.test_phone_number, body.country);
  if (!parsed.ok) throw invalidField(["test_phone_number"], parsed.reason);
  return parsed.e164;
};
