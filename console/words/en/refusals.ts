/** Retells what one pattern of the API's sentences says; it is given what the pattern's groups have found. */
type Retelling = (...found: (string | undefined)[]) => string;

/** Why the API refuses is said in its own, English words; the viewer's language has others for them. */
export const refusals = {
  sentences: {} as Record<string, string>,
  statuses: {} as Record<number, string>,
  patterns: [] as (readonly [RegExp, Retelling])[],
  ownWords: "The API's own words",
};

/** What each code of the API's errors says. */
export const refusalCodes = {} as Record<string, string>;
