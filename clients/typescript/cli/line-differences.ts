/** Returns the lines that one text has and the other has not, in order: `-` of the first, `+` of the second. */
export const lineDifferences = (one: string, other: string): string[] => {
  const [left, right] = [one.split("\n"), other.split("\n")];
  const common = longestCommon(left, right);
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    const isSame = row < left.length && column < right.length && left[row] === right[column];
    if (isSame) {
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
