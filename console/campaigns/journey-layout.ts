/** One edge of a journey; `from` null: the campaign's own call. */
export interface Edge {
  from: string | null;
  to: string;
}

/** The position of a step: its column is the shortest way from the call, its row the order in which it was found there. */
export interface StepPosition {
  id: string | null;
  column: number;
  row: number;
}

/** Lays out a journey: the campaign's call stands at the left and each step as many columns to the right as the shortest way to it has edges. */
export const layoutSteps = (edges: readonly Edge[]): StepPosition[] => {
  const positions: StepPosition[] = [{ id: null, column: 0, row: 0 }];
  const rows = new Map<number, number>([[0, 1]]);
  // The list grows while it is walked: whoever is found leads on.
  for (const { id, column } of positions)
    for (const { to } of edges.filter(({ from }) => from === id)) {
      if (positions.some((position) => position.id === to)) continue;
      const row = rows.get(column + 1) ?? 0;
      rows.set(column + 1, row + 1);
      positions.push({ id: to, column: column + 1, row });
    }
  return positions;
};
