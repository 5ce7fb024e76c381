import type { AgentDefinition } from "../api/routes.ts";
import { words } from "../words/words.ts";

export interface Change {
  what: string;
  before?: string;
  after?: string;
}

type Data = Record<string, unknown>;
interface Part {
  id: string;
  data: Data;
  ends: string;
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

const nameOf = ({ data, id }: Part): string => shown(data["name"] ?? data["label"]) || id;

const partsOf = ({ nodes, edges }: AgentDefinition): Part[] => [
  ...nodes.map(({ id, type, data }) => ({ id: `node ${id}`, data: data ?? {}, ends: type })),
  ...(edges ?? []).map(({ id, source, target, data }) => ({
    id: `edge ${id}`,
    data: data ?? {},
    ends: `${source} → ${target}`,
  })),
];

/** Returns the differences between two definitions that matter to people; positions on the canvas are left out. */
export const compareDefinitions = (from: AgentDefinition, to: AgentDefinition): Change[] => {
  const [former, present] = [partsOf(from), partsOf(to)];
  const find = (parts: readonly Part[], id: string) => parts.find((part) => part.id === id);
  const gone = former
    .filter(({ id }) => !find(present, id))
    .map((part) => ({ what: words.agents.removed(nameOf(part)) }));
  const changes = present.flatMap((part): Change[] => {
    const before = find(former, part.id);
    if (!before) return [{ what: words.agents.added(nameOf(part)) }];
    const redirected = before.ends === part.ends ? [] : [{ what: nameOf(part), before: before.ends, after: part.ends }];
    const fields = [...new Set([...Object.keys(before.data), ...Object.keys(part.data)])];
    const changed = fields.filter((field) => shown(before.data[field]) !== shown(part.data[field]));
    return [
      ...redirected,
      ...changed.map((field) => ({
        what: `${nameOf(part)}: ${field}`,
        before: shown(before.data[field]),
        after: shown(part.data[field]),
      })),
    ];
  });
  return [...gone, ...changes];
};
