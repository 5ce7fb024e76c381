import { type CallingHours, DEFAULT_CALLING_HOURS } from "../../domain/campaign/calling-hours.ts";
import type { LiveFigures } from "../../infra/postgres/team/live-figures.repository.ts";

/** Preferences as they hold: what was never set shows its default. */
export const presentPreferences = <
  Row extends { calling_hours: CallingHours | null; disclosure_off_reason: string | null },
>({
  disclosure_off_reason: reason,
  ...row
}: Row) => ({
  ...row,
  disclosure: { enabled: reason === null, reason },
  calling_hours: row.calling_hours ?? DEFAULT_CALLING_HOURS,
});

export const presentLiveFigures = ({ asOf, callsNow, callsPerSecond, accounts, requestsOpen }: LiveFigures) => ({
  as_of: asOf,
  calls_now: callsNow,
  calls_per_second: callsPerSecond,
  accounts: accounts.map((account) => ({
    telephony_configuration_id: account.id,
    calls_now: account.callsNow,
    calls_per_second: account.callsPerSecond,
  })),
  requests_open: requestsOpen,
});
