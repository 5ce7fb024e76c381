import { useState } from "react";
import type { OrganizationPreferences } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { FieldRow, LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { HoursFields } from "../ui/hours-fields.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { readWeekHours, toSlots, type WeekHours } from "../ui/week-hours.ts";
import { words } from "../words/words.ts";
import { useSavePreferences } from "./use-save-preferences.ts";

const { organization } = words;
const NO_HOURS: WeekHours = { days: [], from: "08:00", until: "21:00", keptSlots: null };

/** The form of the hours in which people are called where a campaign has none of its own. */
export const CallingHours = ({ preferences }: { preferences: OrganizationPreferences }) => {
  const { calling_hours: kept } = preferences;
  const [isOn, setOn] = useState(kept.enabled);
  const [reason, setReason] = useState(kept.reason ?? "");
  const [hours, setHours] = useState(() => readWeekHours(kept.slots, NO_HOURS));
  const [holidays, setHolidays] = useState(kept.holidays.join("\n"));
  const [calendar, setCalendar] = useState(kept.holiday_calendar ?? "");
  const [isForAll, setForAll] = useState(kept.one_off);
  const save = useSavePreferences(() => ({
    calling_hours: {
      enabled: isOn,
      reason: isOn ? null : reason,
      slots: toSlots(hours),
      holidays: holidays.split(/\s+/).filter(Boolean),
      holiday_calendar: calendar.trim() || null,
      one_off: isForAll,
    },
  }));
  return (
    <Card title={organization.callingHours}>
      <SaveForm save={save}>
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
      </SaveForm>
    </Card>
  );
};
