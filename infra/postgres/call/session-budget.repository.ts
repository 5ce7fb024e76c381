import { sql, type Updateable } from "kysely";
import { isSessionMode } from "../../../domain/call/modes-and-channels.rules.ts";
import { isCharged } from "../../../domain/environment/sandbox.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import { queueForAdmission } from "./admission.repository.ts";
import { readBudgets } from "./budget.repository.ts";
import type { CallRun } from "./call-run.entity.ts";

export type SessionRun = Pick<CallRun, "id" | "organization_id" | "mode" | "environment">;

/**
 * Returns the currency of the budgets that a text session or a web call counts against. Null: it counts against none, or it is a
 * call, for which admission has held the highest cost.
 */
export const readSessionBudgetCurrency = async (
  tx: OrganizationTransaction,
  run: Pick<SessionRun, "organization_id" | "mode" | "environment">,
): Promise<string | null> => {
  if (!isSessionMode(run.mode) || !isCharged(run.environment)) return null;
  const { budget } = await tx
    .selectFrom("organizations")
    .select("budget")
    .where("id", "=", run.organization_id)
    .executeTakeFirstOrThrow();
  return budget?.currency ?? null;
};

/**
 * Returns the currency in which a run holds its next request, beside what it already holds of the same kind; null: nothing is held.
 * A conversation keeps the currency of its first request, even when the organization's budget changes to another.
 */
export const readReservedCurrency = async (
  tx: OrganizationTransaction,
  run: SessionRun & Pick<CallRun, "reserved_currency">,
  heldMinor: number | null,
): Promise<string | null> => {
  if (heldMinor !== null) return run.reserved_currency;
  const ofBudget = await readSessionBudgetCurrency(tx, run);
  return ofBudget === null ? null : (run.reserved_currency ?? ofBudget);
};

interface Need {
  /** The columns of the run where there is room. */
  held: Pick<Updateable<Tables["call_runs"]>, "reserved_model_minor" | "reserved_speech_minor">;
  heldMinor: number;
  /** The amount to hold from now on. */
  needMinor: number;
  currency: string;
}

/**
 * Holds more for a text session or a web call, whose length nobody knows when it begins. Returns false when a budget has no room
 * for it, and for calls, which hold everything from their admission.
 */
export const raiseReservation = async (
  tx: OrganizationTransaction,
  run: SessionRun,
  { held, heldMinor, needMinor, currency }: Need,
): Promise<boolean> => {
  if (!isSessionMode(run.mode)) return false;
  await queueForAdmission(tx, run);
  const { organization_id: organizationId, environment } = run;
  const { now } = await tx.selectNoFrom(sql<Date>`clock_timestamp()`.as("now")).executeTakeFirstOrThrow();
  const standings = await readBudgets(tx, { organizationId, campaign: null, environment }, now);
  const hasRoom = standings.every(
    (budget) =>
      budget.currency === currency && budget.spentMinor + budget.heldMinor + needMinor - heldMinor <= budget.limitMinor,
  );
  if (!hasRoom) return false;
  await tx
    .updateTable("call_runs")
    .set({ ...held, reserved_currency: currency })
    .where("id", "=", run.id)
    .execute();
  return true;
};
