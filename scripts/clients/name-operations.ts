/**
 * Returns where each operation is found in a client, by operationId. The id says it: `contacts.lists.create` is the method `create`
 * of `contacts.lists`. Three rules make it a tree: an id of one word belongs to `service` (`service.health`); an id that goes on
 * after a whole other one joins its last two words (`channels.timeline.stream` beside `channels.timeline` is
 * `channels.timelineStream`); words are camelCase (`fair-share` is `fairShare`). Throws when two operations get one name.
 */
export const nameOperations = (ids: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const whole = new Set(ids);
  const named = new Map(ids.map((id) => [id, nameOf(id, whole)] as const));
  const taken = [...named.values()].map((names) => names.join("."));
  for (const [index, name] of taken.entries()) {
    if (taken.indexOf(name) !== index) throw new Error(`two operations would be named ${name} in clients`);
    if (taken.some((other) => other.startsWith(`${name}.`)))
      throw new Error(`${name} would be an operation and an area in clients`);
  }
  return named;
};

const AREA_OF_ONE_WORD = "service";

const nameOf = (id: string, whole: ReadonlySet<string>): readonly string[] => {
  const words = id.split(".").map(camelCase);
  const before = id.slice(0, Math.max(id.lastIndexOf("."), 0));
  if (words.length === 1) return [AREA_OF_ONE_WORD, ...words];
  if (!whole.has(before)) return words;
  const [last = "", previous = ""] = [words.at(-1), words.at(-2)];
  return [...words.slice(0, -2), `${previous}${capitalize(last)}`];
};

const camelCase = (word: string): string => {
  const [first = "", ...others] = word.split(/[-_]/);
  return `${first}${others.map(capitalize).join("")}`;
};

export const capitalize = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
