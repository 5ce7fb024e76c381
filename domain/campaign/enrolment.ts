import { latestOf, type Moment } from "./campaign-span.ts";
import { type CampaignState, isCampaignOver } from "./campaign-states.rules.ts";

/** Whom a campaign calls: who is in its list at its start, or also who joins the list while it runs. */
export const ENROLMENTS = ["snapshot", "live"] as const;
export type Enrolment = (typeof ENROLMENTS)[number];
export const USUAL_ENROLMENT: Enrolment = "snapshot";

/** A live campaign looks for contacts who have joined at this interval, also while it waits for something else. */
export const LOOK_FOR_JOINERS_MS = 20_000;

/** So many contacts who have joined are taken at a time; more of them wait in their list for the next time, moments later. */
export const MOST_JOINERS_AT_ONCE = 500;

interface Enrolling {
  enrolment: Enrolment;
  enrolment_ended_at: Date | null;
  ends_at: Moment | null;
}

/** Tells whether contacts may still join a campaign: until that is ended by a command, or its end has come on every clock on Earth. */
export const takesJoiners = ({ enrolment, enrolment_ended_at, ends_at }: Enrolling, now: Date): boolean =>
  enrolment === "live" && enrolment_ended_at === null && (ends_at === null || latestOf(ends_at) > now.getTime());

/** Returns why a campaign cannot take those who join; null when it can. */
export const explainNoJoining = ({
  enrolment,
  isRecurring,
  source,
}: {
  enrolment: Enrolment;
  isRecurring: boolean;
  source: string | undefined;
}): string | null => {
  if (enrolment !== "live") return null;
  if (isRecurring)
    return "A recurring campaign calls whom its list holds at each time: nobody joins it, so leave live out";
  return source === "csv" ? "Nobody joins a file: import it into a contact list, and call that" : null;
};

interface Joinable {
  enrolment: Enrolment;
  state: CampaignState;
  /** It has taken the contacts of its list. */
  hasBegun: boolean;
}

/** Returns why joining cannot be ended by a command; null when it can. */
export const explainNoEndOfJoining = ({ enrolment, state, hasBegun }: Joinable): string | null => {
  if (enrolment !== "live")
    return "Nobody joins this campaign: it completes by itself, and can be paused and canceled before";
  if (isCampaignOver(state)) return `Nobody joins a ${state} campaign any more`;
  return hasBegun ? null : `Nobody joins a ${state} campaign before it has begun`;
};
