import type { AgentDefinition, AgentEdge, AgentNode } from "../agent/agent-definition.ts";

/** The result of an upgrade of an agent that was changed since it was hired. */
export interface MergedDefinition {
  definition: AgentDefinition;
  /** The fields that keep people's changes although the template has changed them too. */
  kept: string[];
}

type Fields = Readonly<Record<string, unknown>>;
interface Part {
  id: string;
  data: Fields;
}

/**
 * Applies the template's changes from `base` to `theirs` to `ours`: fields that people have not changed follow the
 * template, and fields that both have changed stay as they are. Positions in the editor are taken from `ours`.
 */
export const mergeUpgrade = (
  base: AgentDefinition,
  ours: AgentDefinition,
  theirs: AgentDefinition,
): MergedDefinition => {
  const kept: string[] = [];
  const merge = (parts: (definition: AgentDefinition) => Part[]) =>
    mergeParts({ base: parts(base), ours: parts(ours), theirs: parts(theirs) }, kept);
  const nodes = merge(nodeParts).map((part) => nodeOf(part, [...ours.nodes, ...theirs.nodes]));
  const known = new Set(nodes.map(({ id }) => id));
  const edges = merge(edgeParts)
    .map(edgeOf)
    .filter(({ source, target }) => known.has(source) && known.has(target));
  return { definition: { nodes, edges }, kept };
};

/** Merges separate fields, such as settings and variables, in the same way. */
export const mergeFields = (
  { base, ours, theirs }: { base: Fields; ours: Fields; theirs: Fields },
  kept: string[],
  name?: string,
): Fields => {
  const merged = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].map((field) => {
    const [before, mine, new_] = [base[field], ours[field], theirs[field]];
    if (isSame(mine, new_) || isSame(new_, before)) return [field, mine] as const;
    if (isSame(mine, before)) return [field, new_] as const;
    kept.push(name === undefined ? field : `${name}: ${field}`);
    return [field, mine] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
};

interface Sides {
  base: readonly Part[];
  ours: readonly Part[];
  theirs: readonly Part[];
}

/** Keeps the order of `ours`; new parts follow. */
const mergeParts = ({ base, ours, theirs }: Sides, kept: string[]): Part[] => {
  const [before, after] = [byId(base), byId(theirs)];
  const mine = byId(ours);
  const stays = ours.flatMap((our) =>
    mergePart({ base: before.get(our.id), ours: our, theirs: after.get(our.id) }, kept),
  );
  const added = theirs.filter((part) => {
    if (mine.has(part.id)) return false;
    const removed = before.get(part.id);
    if (removed && !isSame(removed.data, part.data)) kept.push(nameOf(removed));
    return removed === undefined;
  });
  return [...stays, ...added];
};

const mergePart = (
  { base, ours, theirs }: { base: Part | undefined; ours: Part; theirs: Part | undefined },
  kept: string[],
): Part[] => {
  if (theirs) {
    const data = mergeFields({ base: base?.data ?? {}, ours: ours.data, theirs: theirs.data }, kept, nameOf(ours));
    return [{ id: ours.id, data }];
  }
  if (!base) return [ours];
  if (isSame(base.data, ours.data)) return [];
  kept.push(nameOf(ours));
  return [ours];
};

const byId = (parts: readonly Part[]) => new Map(parts.map((part) => [part.id, part]));
const nodeParts = ({ nodes }: AgentDefinition): Part[] =>
  nodes.map(({ id, type, data }) => ({ id, data: { ...data, [TYPE]: type } }));
const edgeParts = ({ edges }: AgentDefinition): Part[] =>
  edges.map(({ id, source, target, data }) => ({ id, data: { ...data, [SOURCE]: source, [TARGET]: target } }));

/** Keys that no field of a node or an edge has. */
const [TYPE, SOURCE, TARGET] = ["$type", "$source", "$target"];

const nodeOf = ({ id, data: { [TYPE]: type, ...data } }: Part, nodes: readonly AgentNode[]): AgentNode => ({
  id,
  type: String(type),
  position: nodes.find((node) => node.id === id)?.position ?? { x: 0, y: 0 },
  data,
});
const edgeOf = ({ id, data: { [SOURCE]: source, [TARGET]: target, ...data } }: Part): AgentEdge => ({
  id,
  source: String(source),
  target: String(target),
  data,
});

const nameOf = ({ id, data }: Part): string =>
  [data["name"], data["label"]].find((each): each is string => typeof each === "string") ?? id;

/** Keys are sorted before comparison: the database returns the keys of objects in another order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  );
};
