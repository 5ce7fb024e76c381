interface Opening {
  start_time: string;
  end_time: string;
}

const MINUTES_OF_DAY = 24 * 60;

const shareOf = (time: string): string =>
  `${(((Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) / MINUTES_OF_DAY) * 100).toFixed(2)}%`;

const SHADE = "var(--closed)";
const OPEN = "transparent";

/** Paints a day from its top to its bottom: shaded where nobody is called. Openings are in order. */
export const paintHours = (open: readonly Opening[]): string => {
  const stops = open.flatMap(({ start_time: start, end_time: end }) => {
    const [from, until] = [shareOf(start), shareOf(end)];
    return [`${SHADE} ${from}`, `${OPEN} ${from}`, `${OPEN} ${until}`, `${SHADE} ${until}`];
  });
  return `linear-gradient(to bottom, ${[`${SHADE} 0%`, ...stops, `${SHADE} 100%`].join(", ")})`;
};
