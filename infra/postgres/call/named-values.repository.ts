import { sql } from "kysely";
import type { AskedDimension, DimensionName } from "../../../domain/analytics/measures.rules.ts";
import type { OrganizationTransaction } from "../database.ts";

export interface NamedValue {
  value: string | null;
  /** Null: the value says itself what it is, or what it names is gone. */
  name: string | null;
}

type Names = ReadonlyMap<string, string>;
const NO_NAMES: Names = new Map();

/** Returns a function that names the value of a dimension, such as an agent. */
export const nameValues = async (
  tx: OrganizationTransaction,
  by: readonly AskedDimension[],
  groups: readonly { values: readonly (string | null)[] }[],
): Promise<(value: string | null, at: number) => NamedValue> => {
  const names: Names[] = [];
  for (const [at, { name }] of by.entries()) {
    const ids = [...new Set(groups.flatMap(({ values }) => values[at] ?? []))];
    const query = name === "variable" ? null : NAMES[name];
    names.push(query ? await readNames(tx, query(ids)) : NO_NAMES);
  }
  return (value, at) => ({ value, name: value === null ? null : (names[at]?.get(value) ?? null) });
};

const idsOf = (ids: readonly string[]) => sql`any(${ids}::bigint[])`;
const NAMES: Partial<Record<DimensionName, (ids: readonly string[]) => ReturnType<typeof sql<NamedRow>>>> = {
  agent: (ids) => sql<NamedRow>`select id::text, name from agents where id = ${idsOf(ids)}`,
  agent_version: (ids) => sql<NamedRow>`select v.id::text, a.name || ' v' || v.version_number as name
    from agent_versions v join agents a on a.id = v.agent_id where v.id = ${idsOf(ids)}`,
  campaign: (ids) => sql<NamedRow>`select id::text, name from campaigns where id = ${idsOf(ids)}`,
  contact_list: (ids) => sql<NamedRow>`select id::text, name from contact_lists where id = ${idsOf(ids)}`,
};

interface NamedRow {
  id: string;
  name: string;
}

const readNames = async (tx: OrganizationTransaction, query: ReturnType<typeof sql<NamedRow>>): Promise<Names> => {
  const { rows } = await query.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
