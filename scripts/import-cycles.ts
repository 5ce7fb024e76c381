/**
 * Returns one cycle for each strongly connected component of the graph: following it leads back to its first module.
 */
export const findCycles = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (file: string) => {
    const at = trail.indexOf(file);
    if (at >= 0) return void cycles.push(trail.slice(at));
    if (done.has(file)) return;
    trail.push(file);
    for (const imported of graph.get(file) ?? []) visit(imported);
    trail.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
};
