const ATTRIBUTES = "EventAttributes";

/** Counts each kind of event in a history: "workflowTaskCompleted", "markerRecorded". */
export const countEvents = (events: readonly object[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const event of events) {
    const kind = kindOf(event);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a.localeCompare(b)));
};

const kindOf = (event: object): string =>
  Object.entries(event).flatMap(([name, value]) =>
    name.endsWith(ATTRIBUTES) && value ? [name.slice(0, -ATTRIBUTES.length)] : [],
  )[0] ?? "unknown";

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
