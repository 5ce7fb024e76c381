/** Returns the visited steps in order; consecutive words of one step count as one visit. */
export const listVisitedSteps = (entries: readonly { node_id: string | null }[]): string[] => {
  const path: string[] = [];
  for (const { node_id: id } of entries) if (id !== null && id !== path.at(-1)) path.push(id);
  return path;
};
