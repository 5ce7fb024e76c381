import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("./corpus/", import.meta.url));

export interface CorpusSection {
  documentUuid: string;
  ordinal: number;
  /** Title and heading. */
  context: string;
  text: string;
}

export interface CorpusQuestion {
  text: string;
  /** The one document that answers it. */
  documentUuid: string;
}

/** Reads the pages of three invented organizations, section by section. */
export const readSections = (): CorpusSection[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .flatMap((name) => readFileSync(`${FOLDER}${name}`, "utf8").split(/^# /m).slice(1).flatMap(sectionsOf));

const sectionsOf = (page: string): CorpusSection[] => {
  const [heading = "", ...lines] = page.split("\n");
  const [documentUuid = "", title = ""] = heading.split(" | ");
  return lines
    .join("\n")
    .split(/^## /m)
    .map((section, ordinal) => {
      const [first = "", ...rest] = section.trim().split("\n");
      const isUnderTitle = ordinal === 0;
      return {
        documentUuid,
        ordinal,
        context: isUnderTitle ? title : `${title} > ${first}`,
        text: (isUnderTitle ? [first, ...rest] : rest).join("\n"),
      };
    });
};

export const readQuestions = (): CorpusQuestion[] =>
  readFileSync(`${FOLDER}questions.tsv`, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [documentUuid = "", text = ""] = line.split("\t");
      return { documentUuid, text };
    });
