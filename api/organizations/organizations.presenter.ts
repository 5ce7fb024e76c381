import { type CallingHours, DEFAULT_CALLING_HOURS } from "../../domain/campaign/calling-hours.ts";

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
