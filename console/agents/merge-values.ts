import { orderKeys, readEntries } from "./list-entries.ts";

/** Whose change is taken where both have changed the same. */
export type Preferred = "mine" | "theirs";

interface Sides<Value = unknown> {
  base: Value;
  mine: Value;
  theirs: Value;
}

type Fields = ReadonlyMap<string, unknown>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null;

const listOf = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

/** Takes whatever either side has changed, field by field and entry by entry. */
const mergeValues = ({ base, mine, theirs }: Sides, preferred: Preferred): unknown => {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base)) return mine;
  return (
    mergeFields({ base: fieldsOf(base), mine: fieldsOf(mine), theirs: fieldsOf(theirs) }, preferred) ??
    mergeLists({ base: listOf(base), mine: listOf(mine), theirs: listOf(theirs) }, preferred) ??
    // An entry that one side has removed and the other has worked on stays.
    (preferred === "mine" ? (mine ?? theirs) : (theirs ?? mine))
  );
};

/** Puts what two people have done to the fields of one object together; null where either side is none. */
export const mergeFields = ({ base, mine, theirs }: Sides<Fields | null>, preferred: Preferred): object | null => {
  if (!mine || !theirs) return null;
  const names = new Set([...mine.keys(), ...theirs.keys()]);
  const merged = [...names].map((name): [string, unknown] => [
    name,
    mergeValues({ base: base?.get(name), mine: mine.get(name), theirs: theirs.get(name) }, preferred),
  ]);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
};

/** Puts what two people have done to one list together; null where its entries cannot be told apart. */
export const mergeLists = (lists: Sides<readonly unknown[] | null>, preferred: Preferred): unknown[] | null => {
  if (!lists.mine || !lists.theirs) return null;
  const [base, mine, theirs] = [readEntries(lists.base ?? []), readEntries(lists.mine), readEntries(lists.theirs)];
  if (!base || !mine || !theirs) return null;
  return orderKeys({ base, mine, theirs }).flatMap(
    (key) => mergeValues({ base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) }, preferred) ?? [],
  );
};
