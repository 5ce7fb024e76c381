/** Creates the table of results, situation × driver. */
export const createTable = (situations: readonly string[], drivers: readonly string[]) => {
  const cells = new Map<string, string>();
  const notes: string[] = [];
  const keyOf = (situation: string, driver: string) => `${situation}/${driver}`;
  const textOf = (situation: string, driver: string) => cells.get(keyOf(situation, driver)) ?? "FAILED";
  const noteOf = (sentence: string): string => {
    if (!notes.includes(sentence)) notes.push(sentence);
    return `[${notes.indexOf(sentence) + 1}]`;
  };
  return {
    /** `but`: what the driver cannot show of it. */
    pass: (situation: string, driver: string, but?: string) =>
      void cells.set(keyOf(situation, driver), but ? `passed, but ${noteOf(but)}` : "passed"),
    /** The driver has no such thing, for this reason. */
    leaveOut: (situation: string, driver: string, reason: string) =>
      void cells.set(keyOf(situation, driver), `no such thing ${noteOf(reason)}`),
    open: (): string[] =>
      situations.flatMap((situation) =>
        drivers.filter((driver) => textOf(situation, driver) === "FAILED").map((driver) => keyOf(situation, driver)),
      ),
    print: (): string => {
      const rows = [
        ["", ...drivers],
        ...situations.map((each) => [each, ...drivers.map((driver) => textOf(each, driver))]),
      ];
      const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length))) ?? [];
      const lines = rows.map((row) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`);
      const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
      const footnotes = notes.map((sentence, index) => `[${index + 1}] ${sentence}`);
      return [lines[0], rule, ...lines.slice(1), "", ...footnotes].join("\n");
    },
  };
};
