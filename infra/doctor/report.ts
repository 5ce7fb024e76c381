import { type Finding, type FindingLevel, tellFinding } from "./finding.ts";
import { type DoctorLanguage, SENTENCES } from "./sentences/doctor-language.ts";

/** The longest of the marks in any language. */
const MARK_WIDTH = 9;
const BELOW = " ".repeat(MARK_WIDTH);

/** Returns the findings as lines for a terminal, with what mends each below it, and how many there are of each kind. */
export const writeReport = (findings: readonly Finding[], language: DoctorLanguage): string => {
  const { marks } = SENTENCES[language];
  const lines = findings.flatMap((finding) => {
    const { level, part, text, remedy, command } = tellFinding(finding, language);
    const mends = [remedy, command === null ? null : `$ ${command}`].filter((line) => line !== null);
    return [`${marks[level].padEnd(MARK_WIDTH)}${part}: ${text}`, ...mends.map((line) => `${BELOW}${line}`)];
  });
  return [...lines, "", sumUp(findings, language)].join("\n");
};

/** Returns how many findings there are of each kind, as a sentence. */
export const sumUp = (findings: readonly Finding[], language: DoctorLanguage): string => {
  const count = (level: FindingLevel) => findings.filter((finding) => finding.level === level).length;
  return SENTENCES[language].sum({ good: count("good"), warning: count("warning"), fault: count("fault") });
};
