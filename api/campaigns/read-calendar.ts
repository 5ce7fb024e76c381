import { listNextTimes } from "../../application/campaign/next-time.ts";
import { type CALENDAR_KINDS, CALENDAR_LIMITS, findSpanFault } from "../../domain/campaign/calendar.ts";
import { latestOf, type Moment } from "../../domain/campaign/campaign-span.ts";
import {
  countCallBacks,
  listPlannedCampaigns,
  type PlannedCampaign,
  readHoursOfOrganization,
} from "../../infra/postgres/campaign/calendar.repository.ts";
import { invalidParameter } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { calendarQuery } from "./calendar.schemas.ts";
import { readCalendarDays } from "./read-calendar-days.ts";

const { campaigns: MOST_CAMPAIGNS, events: MOST_EVENTS } = CALENDAR_LIMITS;

interface Span {
  from: Date;
  to: Date;
}

/** Tells what is planned within a span: starts, ends, the times of recurring campaigns, and calls that people asked for. */
export const readCalendar = (context: OperationContext, { query }: OperationInput<{ query: typeof calendarQuery }>) => {
  const { from, to } = query;
  const fault = findSpanFault({ from, to });
  if (fault !== null) throw invalidParameter("to", fault);
  return context.inOrganization(async (tx) => {
    const found = await listPlannedCampaigns(tx, MOST_CAMPAIGNS + 1);
    const campaigns = found.slice(0, MOST_CAMPAIGNS);
    const byId = new Map(campaigns.map((each) => [each.id, each]));
    const live = campaigns.filter(({ state }) => state !== "scheduled");
    const callBacks = await countCallBacks(
      tx,
      live.map(({ id }) => id),
      { from, to, limit: MOST_EVENTS },
    );
    const events = [
      ...campaigns.flatMap((each) => planOf(each, { from, to })),
      ...callBacks.flatMap(({ campaign_id: id, at, count }) => {
        const campaign = byId.get(id);
        return campaign ? [eventOf(campaign, "call_backs", { at, count })] : [];
      }),
    ].toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.campaign_id - other.campaign_id);
    return {
      events: events.slice(0, MOST_EVENTS),
      dialling: live.map((each) => ({ ...nameOf(each), slots: each.schedule_config?.slots ?? null })),
      days: readCalendarDays(await readHoursOfOrganization(tx, context.actor.organizationId), campaigns, { from, to }),
      left_off: found.length > MOST_CAMPAIGNS || events.length > MOST_EVENTS,
    };
  });
};

const nameOf = ({ id, name, state }: PlannedCampaign) => ({ campaign_id: id, campaign_name: name, state });

const eventOf = (
  campaign: PlannedCampaign,
  kind: (typeof CALENDAR_KINDS)[number],
  { at, moment = null, count = null }: { at: Date; moment?: Moment | null; count?: number | null },
) => ({ kind, at, local: moment !== null && "local" in moment ? moment.local : null, count, ...nameOf(campaign) });

const planOf = (campaign: PlannedCampaign, { from, to }: Span) => {
  const { state, recurrence, begins_at: beginsAt, starts_at: startsAt, ends_at: endsAt } = campaign;
  if (recurrence !== null)
    return state === "scheduled"
      ? listNextTimes(recurrence, new Date(from.getTime() - 1), MOST_EVENTS + 1)
          .filter((at) => at < to)
          .map((at) => eventOf(campaign, "occurrence", { at }))
      : [];
  const isWithin = (at: Date) => at >= from && at < to;
  const end = endsAt === null ? null : new Date(latestOf(endsAt));
  return [
    ...(state === "scheduled" && beginsAt !== null && isWithin(beginsAt)
      ? [eventOf(campaign, "starts", { at: beginsAt, moment: startsAt })]
      : []),
    ...(end !== null && isWithin(end) ? [eventOf(campaign, "ends", { at: end, moment: endsAt })] : []),
  ];
};
