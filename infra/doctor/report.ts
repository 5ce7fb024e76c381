import type { Finding, FindingLevel } from "./finding.ts";

const MARKS: Record<FindingLevel, string> = { good: "ok     ", warning: "WARNING", fault: "FAULT  " };

/** Returns the findings as lines for a terminal, with what mends each below it, and how many there are of each kind. */
export const writeReport = (findings: readonly Finding[]): string => {
  const lines = findings.flatMap(({ level, part, text, remedy }) => [
    `${MARKS[level]}  ${part}: ${text}`,
    ...(remedy === undefined ? [] : [`         ${remedy}`]),
  ]);
  const count = (level: FindingLevel) => findings.filter((finding) => finding.level === level).length;
  return [...lines, "", `${count("fault")} faults, ${count("warning")} warnings, ${count("good")} good.`].join("\n");
};
