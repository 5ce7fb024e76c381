import { posix } from "node:path";

/** A function that stands word for word in several files, under any name. */
export interface RepeatedFunction {
  text: string;
  places: { file: string; line: number; name: string }[];
}

interface Source {
  file: string;
  source: string;
}

/** Shorter ones agree by chance: `() => notFound("Run")`. */
const SHORTEST_TEXT = 60;

// The formatter ends a declaration of a module's own level by a semicolon before the next line that is not indented.
const DECLARATION = /^(?:export )?const (\w+)(?::[^=]+)? =([^]*?);\n(?=\S|\n|$)/gm;
const IMPORT = /^import\s(?:type\s)?\{([^}]*)\}\s*from\s+"([^"]+)"/gm;

/**
 * Finds functions that have the same words and the same meaning: each name of its module that a function uses is compared by its
 * declaration or by the module that it is imported from.
 */
export const findRepeatedFunctions = (sources: readonly Source[]): RepeatedFunction[] => {
  const byText = new Map<string, RepeatedFunction>();
  for (const source of sources) {
    const names = namesOf(source);
    for (const match of source.source.matchAll(DECLARATION)) {
      const [, name = "", body = ""] = match;
      const text = withoutSpace(body);
      if (!text.includes("=>") || text.length < SHORTEST_TEXT) continue;
      const key = [text, ...meanings(text, name, names)].join("\n");
      const found = byText.get(key) ?? { text, places: [] };
      found.places.push({ file: source.file, line: findLineNumber(source.source, match.index), name });
      byText.set(key, found);
    }
  }
  return [...byText.values()].filter(({ places }) => places.length > 1);
};

/** Returns the meaning of each name at the module's own level. */
const namesOf = ({ file, source }: Source): Map<string, string> => {
  const declared = [...source.matchAll(DECLARATION)].map(
    ([, name = "", body = ""]) => [name, withoutSpace(body)] as const,
  );
  const imported = [...source.matchAll(IMPORT)].flatMap(([, names = "", from = ""]) => {
    const module = from.startsWith(".") ? posix.join(posix.dirname(file), from) : from;
    return names
      .split(",")
      .map((name) => name.trim().replace(/^type /, ""))
      .filter((name) => name !== "")
      .map((name) => [name.split(" as ").at(-1) ?? name, `${module} ${name}`] as const);
  });
  return new Map([...declared, ...imported]);
};

const meanings = (text: string, own: string, names: ReadonlyMap<string, string>): string[] => {
  const words = new Set(text.match(/\b\w+\b/g));
  return [...words].filter((word) => word !== own && names.has(word)).map((word) => `${word}: ${names.get(word)}`);
};

const withoutSpace = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Returns the number of the line at this place of a text. */
export const findLineNumber = (source: string, index: number): number => source.slice(0, index).split("\n").length;
