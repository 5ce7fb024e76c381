import type { Moment } from "../../domain/campaign/campaign-span.ts";
import { readDayOfHours, uniteOpenings, type WallSpan } from "../../domain/campaign/day-openings.ts";
import { ALWAYS_OPEN, type DiallingHours } from "../../domain/campaign/dialling-window.ts";
import { reachesNobody } from "../../domain/environment/sandbox.rules.ts";
import { showClock } from "../../domain/time/clock-time.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import type { Organization } from "../../infra/postgres/access/organization.entity.ts";
import type { PlannedCampaign } from "../../infra/postgres/campaign/calendar.repository.ts";
import { buildDiallingHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";

interface PlannedHours {
  campaign: PlannedCampaign | null;
  hours: DiallingHours;
  span: WallSpan;
}

type Hours = Pick<Organization, "calling_hours" | "timezone">;

/**
 * Tells of each date that a clock on Earth shows within a span when somebody may be called, on the person's own clock, by the hours of
 * what is planned; where nothing is, by the organization's.
 */
export const readCalendarDays = (
  organization: Hours,
  campaigns: readonly PlannedCampaign[],
  span: { from: Date; to: Date },
) => {
  const planned = campaigns.map((each) => hoursOf(organization, each, span.from));
  const all = planned.length > 0 ? planned : [hoursOf(organization, null, span.from)];
  return listDates(span).map((date) => {
    const read = all.map(({ campaign, hours, span: wall }) => ({ campaign, ...readDayOfHours(hours, date, wall) }));
    const holidays = read.filter(({ isHoliday }) => isHoliday);
    return {
      date,
      open: uniteOpenings(read.flatMap(({ open }) => open)),
      is_holiday: holidays.length > 0,
      holiday_of: holidays.flatMap(({ campaign }) => (campaign ? [campaign.id] : [])),
    };
  });
};

const hoursOf = (organization: Hours, campaign: PlannedCampaign | null, at: Date): PlannedHours => {
  const { hours, fallbackZone } = buildDiallingHours(
    organization,
    {
      campaign: {
        schedule_config: campaign?.schedule_config ?? null,
        starts_at: campaign?.starts_at ?? null,
        ends_at: campaign?.ends_at ?? null,
      },
      isSimulated: campaign !== null && reachesNobody(campaign.environment, campaign.provider),
    },
    at,
  );
  const show = (moment: Moment | null | undefined): string | null => {
    if (!moment) return null;
    return "local" in moment ? moment.local : showClock(fallbackZone, new Date(moment.at).getTime());
  };
  return {
    campaign,
    hours: hours ?? ALWAYS_OPEN,
    span: { from: show(campaign?.starts_at), until: show(campaign?.ends_at) },
  };
};

/** No clock is further from UTC. */
const FURTHEST_CLOCK_MS = (14 / 24) * DAY_MS;

const listDates = ({ from, to }: { from: Date; to: Date }): string[] => {
  const dates: string[] = [];
  const last = nameDate(to.getTime() + FURTHEST_CLOCK_MS);
  for (let atMs = from.getTime() - FURTHEST_CLOCK_MS; nameDate(atMs) <= last; atMs += DAY_MS)
    dates.push(nameDate(atMs));
  return dates;
};

const nameDate = (atMs: number): string => new Date(atMs).toISOString().slice(0, "2026-12-25".length);
