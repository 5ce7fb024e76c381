const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns the instant at which a day (`2026-11-23`) begins for the viewer; an instant stays what it is. */
export const startOfDay = (written: string): string => (DAY.test(written) ? midnight(written, 0) : written);

/** Returns the last instant of a day for the viewer; an instant stays what it is. */
export const endOfDay = (written: string): string =>
  DAY.test(written) ? new Date(Date.parse(midnight(written, 1)) - 1).toISOString() : written;

/** Returns the viewer's day of an instant. */
export const dayOf = (written: string): string => {
  if (DAY.test(written)) return written;
  const at = new Date(written);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

const midnight = (day: string, later: number): string => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
};
