import { listQueryTerms, listTerms } from "../document/terms.ts";
import { isCalling, type Pack } from "./pack.ts";

export interface PackSearch {
  /** With fewer than two characters every pack matches. */
  q?: string | undefined;
  /** The whole name of the job. */
  job?: string | undefined;
  industry?: string | undefined;
  /** A whole tag (`de-DE`) or a language alone (`de`). */
  language?: string | undefined;
  calling?: boolean | undefined;
}

const SHORTEST_QUERY = 2;

/**
 * Returns the packs that contain every search word and pass the filters: best first, equal ones by name. Words match in
 * any form with the same stem.
 */
export const searchPacks = (packs: readonly Pack[], { q = "", ...filters }: PackSearch): Pack[] => {
  const text = q.trim();
  const found = text.length < SHORTEST_QUERY ? packs.map((pack) => ({ pack, score: 0 })) : findWords(packs, text);
  return found
    .filter(({ pack }) => passes(pack, filters))
    .sort((one, other) => other.score - one.score || (one.pack.slug < other.pack.slug ? -1 : 1))
    .map(({ pack }) => pack);
};

/** Nobody describes a pack at more length, and each search reads every pack. */
const MOST_SEARCHED = 3_000;

const findWords = (packs: readonly Pack[], text: string): { pack: Pack; score: number }[] => {
  const wanted = listQueryTerms(text);
  return packs.flatMap((pack) => {
    const shelf = readTerms(pack);
    const scores = wanted.map((term) => scoreOf(shelf, term));
    return scores.includes(0) ? [] : [{ pack, score: scores.reduce((sum, score) => sum + score, 0) }];
  });
};

interface PackTerms {
  name: ReadonlySet<string>;
  job: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

const readTerms = ({ name, job, summary, steps }: Pack): PackTerms => ({
  name: new Set(listTerms(name)),
  job: new Set(listTerms(job)),
  others: new Set(listTerms([summary, ...steps].join("\n").slice(0, MOST_SEARCHED))),
});

/** A match in the name counts more than one in the steps. */
const scoreOf = ({ name, job, others }: PackTerms, term: string): number => {
  if (name.has(term)) return 3;
  if (job.has(term)) return 2;
  return others.has(term) ? 1 : 0;
};

const passes = (pack: Pack, { job, industry, language, calling }: Omit<PackSearch, "q">): boolean =>
  (job === undefined || pack.job === job) &&
  (industry === undefined || pack.industries.length === 0 || pack.industries.includes(industry)) &&
  (language === undefined || pack.languages.some((tag) => speaks(tag, language.toLowerCase()))) &&
  (calling === undefined || isCalling(pack) === calling);

const speaks = (tag: string, wanted: string): boolean => {
  const known = tag.toLowerCase();
  return known === wanted || known.split("-")[0] === wanted;
};
