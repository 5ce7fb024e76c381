/** The part of RFC 9535 that names places: `$.items[0].name`, `$['a b']`, `$.items[*].name`. */
const SEGMENT = /\.([\p{L}_][\p{L}\p{N}_-]*)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d{1,6})\]|(\[\*\]|\.\*)/uy;
const LONGEST_PATH = 500;

type Segment = { name: string } | { index: number } | "every";

const readSegments = (path: string): Segment[] | null => {
  if (!path.startsWith("$") || path.length > LONGEST_PATH) return null;
  const segments: Segment[] = [];
  const reader = new RegExp(SEGMENT);
  reader.lastIndex = 1;
  while (reader.lastIndex < path.length) {
    const found = reader.exec(path);
    if (!found) return null;
    const [, dotted, single, double, index, every] = found;
    const name = dotted ?? single ?? double;
    if (name !== undefined) segments.push({ name });
    else segments.push(every === undefined ? { index: Number(index) } : "every");
  }
  return segments;
};

export const isJsonPath = (path: string): boolean => readSegments(path) !== null;

/** Returns the values at the places that a path names; none where it names no place of this value. */
export const readJsonPath = (value: unknown, path: string): unknown[] =>
  (readSegments(path) ?? []).reduce<unknown[]>(
    (found, segment) => found.flatMap((each) => childrenOf(each, segment)),
    readSegments(path) === null ? [] : [value],
  );

const childrenOf = (value: unknown, segment: Segment): unknown[] => {
  if (typeof value !== "object" || value === null) return [];
  if (segment === "every") return Object.values(value);
  if ("index" in segment) return Array.isArray(value) && segment.index < value.length ? [value[segment.index]] : [];
  const own = Object.entries(value).find(([key]) => key === segment.name);
  return own && !Array.isArray(value) ? [own[1]] : [];
};
