import { readDimension, readMeasure } from "../../../domain/analytics/measures.rules.ts";
import { USUAL_DAYS } from "../../../domain/analytics/question.rules.ts";
import { nameRecentDays } from "../../../domain/time/local-days.ts";
import type { CallQuestion } from "../../../infra/postgres/call/analytics.repository.ts";
import { type DateRange, readDaysInZone } from "../../../infra/postgres/call/run-filters.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { readUsageFilters, requireUsageSubjects } from "../list-usage.ts";
import { daysAndDates } from "./analytics.errors.ts";
import { type Question, splitNames } from "./analytics.schemas.ts";

/** A question with everything that it left open. */
export interface ReadQuestion extends Omit<CallQuestion, "mostGroups" | "longestMs"> {
  /** As the list of calls takes it. */
  asked: Question & { environment: "production" | "sandbox" };
  range: DateRange;
}

/** Reads a question; throws for a span that is named twice, unreadable filters, and an agent or a campaign that is not there. */
export const readQuestion = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  query: Question,
): Promise<ReadQuestion> => {
  await requireUsageSubjects(tx, query);
  const organization = await tx.selectFrom("organizations").select("timezone").executeTakeFirstOrThrow();
  const zone = organization.timezone ?? "UTC";
  const asked = {
    ...query,
    ...readSpan(query, context.clock.now(), zone),
    environment: query.environment ?? context.actor.environment,
  };
  return {
    asked,
    range: { from: asked.start_date, to: asked.end_date, timezone: zone },
    scope: { all: true },
    filters: await readDaysInZone(tx, readUsageFilters(asked)),
    measures: splitNames(query.measures).flatMap((name) => readMeasure(name) ?? []),
    by: splitNames(query.by).flatMap((name) => readDimension(name) ?? []),
    timezone: query.timezone ?? zone,
  };
};

/** Days are those of the organization's zone, as in every list of calls. */
const readSpan = ({ days, start_date, end_date }: Question, now: Date, zone: string) => {
  const hasDates = start_date !== undefined || end_date !== undefined;
  if (days !== undefined && hasDates) throw daysAndDates();
  if (hasDates) return { start_date, end_date };
  const { first, last } = nameRecentDays(now, days ?? USUAL_DAYS, zone);
  return { start_date: first, end_date: last };
};
