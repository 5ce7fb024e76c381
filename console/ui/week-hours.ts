interface Slot {
  /** 0: Monday. */
  day_of_week: number;
  start_time: string;
  end_time: string;
}

/** The same hours on some days of the week, as a form shows them. */
export interface WeekHours {
  days: readonly number[];
  from: string;
  until: string;
  /** Slots that the form cannot show, which are kept until somebody changes the hours. */
  keptSlots: readonly Slot[] | null;
}

export const readWeekHours = (slots: readonly Slot[], usual: WeekHours): WeekHours => {
  const [first] = slots;
  if (!first) return usual;
  const isOneRange = slots.every((slot) => slot.start_time === first.start_time && slot.end_time === first.end_time);
  return {
    days: [...new Set(slots.map((slot) => slot.day_of_week))],
    from: first.start_time,
    until: first.end_time,
    keptSlots: isOneRange ? null : slots,
  };
};

export const toSlots = ({ days, from, until, keptSlots }: WeekHours): Slot[] =>
  keptSlots ? [...keptSlots] : days.map((day_of_week) => ({ day_of_week, start_time: from, end_time: until }));
