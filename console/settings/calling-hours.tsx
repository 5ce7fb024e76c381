import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { preferencesQuery } from "../api/account.ts";
import { callApi } from "../api/client.ts";
import type { OrganizationPreferences } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { FieldRow, LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { HoursFields } from "../ui/hours-fields.tsx";
import { useAction } from "../ui/use-action.ts";
import { readWeekHours, toSlots, type WeekHours } from "../ui/week-hours.ts";
import { words } from "../words/words.ts";

const { organization } = words;
const NO_HOURS: WeekHours = { days: [], from: "08:00", until: "21:00", keptSlots: null };

/** The form of the hours in which people are called where a campaign has none of its own. */
export const CallingHours = ({ preferences }: { preferences: OrganizationPreferences }) => {
  const queries = useQueryClient();
  const { calling_hours: kept } = preferences;
  const [isOn, setOn] = useState(kept.enabled);
  const [reason, setReason] = useState(kept.reason ?? "");
  const [hours, setHours] = useState(() => readWeekHours(kept.slots, NO_HOURS));
  const [holidays, setHolidays] = useState(kept.holidays.join("\n"));
  const [calendar, setCalendar] = useState(kept.holiday_calendar ?? "");
  const [isForAll, setForAll] = useState(kept.one_off);
  const save = useAction({
    run: () =>
      callApi("PATCH /organizations/preferences", {
        body: {
          calling_hours: {
            enabled: isOn,
            reason: isOn ? null : reason,
            slots: toSlots(hours),
            holidays: holidays.split(/\s+/).filter(Boolean),
            holiday_calendar: calendar.trim() || null,
            one_off: isForAll,
          },
        },
      }),
    said: words.shell.saved,
    onDone: (saved) => queries.setQueryData(preferencesQuery.queryKey, saved),
    isQuietOnRefusal: true,
  });
  return (
    <Card title={organization.callingHours}>
      <Form
        onSubmit={() => save.mutate()}
        action={words.shell.save}
        isBusy={save.isPending}
        needs="admin"
        error={save.error}
      >
        <SwitchField label={organization.keepHours} hint={organization.keepHoursHint} isOn={isOn} onChange={setOn} />
        {isOn ? (
          <>
            <HoursFields hours={hours} onChange={setHours} />
            <FieldRow>
              <LongTextField
                label={organization.holidays}
                hint={organization.holidaysHint}
                value={holidays}
                onChange={setHolidays}
              />
              <TextField
                label={organization.holidayCalendar}
                hint={organization.holidayCalendarHint}
                value={calendar}
                onChange={setCalendar}
              />
            </FieldRow>
            <SwitchField label={organization.hoursForAll} isOn={isForAll} onChange={setForAll} />
          </>
        ) : (
          <TextField
            label={organization.anyHourReason}
            hint={organization.anyHourReasonHint}
            value={reason}
            onChange={setReason}
            isRequired
          />
        )}
      </Form>
    </Card>
  );
};
