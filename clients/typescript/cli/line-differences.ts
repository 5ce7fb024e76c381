/** Returns the lines that one text has and the other has not, in order: `-` of the first, `+` of the second. */
export const lineDifferences = (one: string, other: string): string[] =>
  allLines(one, other).filter((line) => !line.startsWith(" "));

const CONTEXT_LINES = 3;

/** The same with the lines around each difference, which begin with a blank; `@@` where lines are left out. */
export const differencesWithContext = (one: string, other: string): string[] => {
  const lines = allLines(one, other);
  const changed = lines.flatMap((line, at) => (line.startsWith(" ") ? [] : [at]));
  const shown = new Set(
    changed.flatMap((at) => [...Array(2 * CONTEXT_LINES + 1).keys()].map((by) => at + by - CONTEXT_LINES)),
  );
  return lines.flatMap((line, at) => {
    if (!shown.has(at)) return [];
    return at > 0 && !shown.has(at - 1) ? ["@@", line] : [line];
  });
};

/** Every line of both, with `-`, `+`, or a blank for those that both have. */
const allLines = (one: string, other: string): string[] => {
  const [left, right] = [one.split("\n"), other.split("\n")];
  const before = sameLines(left, right);
  const after = sameLines(left.slice(before).toReversed(), right.slice(before).toReversed());
  const middle = compareLines(left.slice(before, left.length - after), right.slice(before, right.length - after));
  const kept = (lines: readonly string[]) => lines.map((line) => ` ${line}`);
  return [...kept(left.slice(0, before)), ...middle, ...kept(left.slice(left.length - after))];
};

/** How many lines at their begin two texts have in common. */
const sameLines = (left: readonly string[], right: readonly string[]): number => {
  const at = left.findIndex((line, index) => line !== right[index]);
  return at === -1 ? left.length : at;
};

const compareLines = (left: readonly string[], right: readonly string[]): string[] => {
  const common = longestCommon(left, right);
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    const isSame = row < left.length && column < right.length && left[row] === right[column];
    if (isSame) {
      lines.push(` ${left[row]}`);
      row += 1;
      column += 1;
    } else if (
      column >= right.length ||
      (row < left.length && at(common, row + 1, column) >= at(common, row, column + 1))
    ) {
      lines.push(`-${left[row]}`);
      row += 1;
    } else {
      lines.push(`+${right[column]}`);
      column += 1;
    }
  }
  return lines;
};

const at = (table: readonly Uint32Array[], row: number, column: number): number => table[row]?.[column] ?? 0;

/** The length of the longest common run of lines from each pair of places on. */
const longestCommon = (left: readonly string[], right: readonly string[]): Uint32Array[] => {
  const table = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const isSame = left[row] === right[column];
      const longest = isSame
        ? at(table, row + 1, column + 1) + 1
        : Math.max(at(table, row + 1, column), at(table, row, column + 1));
      table[row]?.fill(longest, column, column + 1);
    }
  }
  return table;
};
