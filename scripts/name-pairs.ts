/** A name that several things have. */
export interface NamePair {
  name: string;
  files: string[];
}

interface Source {
  file: string;
  source: string;
}

const EXPORTED = /^export (?:async )?(?:const|function\*?|class|interface|type)\s+\*?\s*(\w+)/gm;

const baseOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

/** Files of the same meaning in several places: entries of processes, languages of a text, vendors behind one interface. */
const isToldApart = (file: string): boolean =>
  baseOf(file) === "start.ts" ||
  /^(?:infra\/(?:telephony|passage-index|simulator)|console\/words)\/|\/catalogue\//.test(file);

/** Finds files of the same name, the most frequent first. */
export const findFilePairs = (sources: readonly Source[]): NamePair[] =>
  pairsOf(sources.filter(({ file }) => !isToldApart(file)).map(({ file }) => ({ name: baseOf(file), file })));

/** Finds names that several files export, for whatever. */
export const findExportPairs = (sources: readonly Source[]): NamePair[] =>
  pairsOf(
    sources
      .filter(({ file }) => !isToldApart(file))
      .flatMap(({ file, source }) =>
        [...new Set([...source.matchAll(EXPORTED)].map(([, name = ""]) => name))].map((name) => ({ name, file })),
      ),
  );

const pairsOf = (named: readonly { name: string; file: string }[]): NamePair[] => {
  const files = Map.groupBy(named, ({ name }) => name);
  return [...files]
    .map(([name, group]) => ({ name, files: group.map(({ file }) => file) }))
    .filter((pair) => pair.files.length > 1)
    .sort((one, other) => other.files.length - one.files.length || one.name.localeCompare(other.name));
};
