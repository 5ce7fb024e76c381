import { ZONES_BY_FORMER_NAME } from "./former-zone-names.ts";

/** The first parts of the names in IANA's database; a name without a slash is an abbreviation or a country's old name. */
const AREAS =
  "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US";

/**
 * The form of a name that is accepted, whatever its case, for JavaScript and PostgreSQL. `Etc/GMT+5` is left out: its sign is
 * reversed, so that half of those who write it mean the other side of the earth, and it has no summer time.
 */
export const TIME_ZONE_PATTERN = `^(UTC|GMT|(?!Etc/GMT[+-]0*[1-9])(${AREAS})/.+)$`;
const FORM = new RegExp(TIME_ZONE_PATTERN, "i");

const KNOWN_LIMIT = 1000;
const known = new Map<string, boolean>();

/** Tells whether `text` names a zone of the IANA database: with a slash (`Europe/Paris`), or UTC or GMT. */
export const isTimeZone = (text: string): boolean => {
  const answer = known.get(text) ?? lookUp(text);
  // Answers are cached, because a file has thousands of rows with one zone; the limit keeps invented zones from filling
  // the memory.
  if (known.size < KNOWN_LIMIT) known.set(text, answer);
  return answer;
};

const lookUp = (text: string): boolean => {
  if (!FORM.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
};

const REVERSED = /^Etc\/GMT([+-])0*(\d{1,2})$/i;
const OFFSET = /^(UTC|GMT)?\s*[+-]?\d{1,2}(:?\d{2})?$/i;
const EXAMPLES = "such as America/New_York or Europe/Berlin";
const LONGEST_SHOWN = 40;

/** Returns a text that is no accepted zone with the words to write in its place: `BST: write Europe/London or Asia/Dhaka`. */
export const describeWrongZone = (text: string): string => {
  const places = ZONES_BY_FORMER_NAME.get(text.toUpperCase());
  if (places) return `${text}: write ${joinWithOr(places)}`;
  const [, sign, hours] = REVERSED.exec(text) ?? [];
  if (hours !== undefined)
    return `${text} is ${hours} hours ${sign === "+" ? "behind" : "ahead of"} UTC, whatever its sign suggests, and has no summer time: write the zone of a place, ${EXAMPLES}`;
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  if (OFFSET.test(text)) return `${shown} has no summer time: write the zone of a place, ${EXAMPLES}`;
  return `${shown} is not in the IANA time zone database: write the zone of a place, ${EXAMPLES}`;
};

const joinWithOr = (names: readonly string[]): string => {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${last}` : last;
};

/**
 * Returns every zone that a stored name may stand for: a row may be older than the rule that refuses abbreviations. Empty where
 * nobody can tell.
 */
export const listPossibleZones = (name: string): readonly string[] => {
  if (isTimeZone(name)) return [name];
  const [, , hours] = REVERSED.exec(name) ?? [];
  if (hours !== undefined) return [`Etc/GMT+${Number(hours)}`, `Etc/GMT-${Number(hours)}`];
  return ZONES_BY_FORMER_NAME.get(name.toUpperCase()) ?? [];
};
