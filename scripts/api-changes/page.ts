import { type ApiChange, listApiChanges } from "./changes.ts";
import type { ApiContract } from "./contract.ts";

/** A change of so many operations is said once. */
const SHARED_BY = 6;

const HEAD = `# Changes of the API by version

Made by comparing the OpenAPI documents that were recorded with each version (\`npm run api-changes\`). [How the API changes](api-changes.md) says
what may change at all. Bounds, descriptions, error codes and the carriers' own callbacks are not compared.
`;

/** Builds the guide of changes: from each recorded version to the next one, and from the last one to today's; newest first. */
export const buildChangesPage = (recorded: readonly ApiContract[], today: ApiContract): string => {
  const last = recorded.at(-1);
  const sections = recorded.slice(1).map((contract, at) => {
    const before = recorded[at] ?? contract;
    return describeVersion(`${contract.version}, compared with ${before.version}`, listApiChanges(before, contract));
  });
  if (last)
    sections.push(describeVersion(`Not released yet, compared with ${last.version}`, listApiChanges(last, today)));
  return [HEAD, ...sections.toReversed()].join("\n");
};

const describeVersion = (title: string, changes: readonly ApiChange[]): string => {
  const rest = changes.filter(({ breaks, kind }) => !breaks && kind === "changed");
  const parts: readonly (readonly [string, string[]])[] = [
    ["What a program may have to change", listByOperation(changes.filter(({ breaks }) => breaks))],
    ["Deprecated", changes.filter(({ kind }) => kind === "deprecated").map(({ of }) => `- \`${of}\``)],
    ["New", listNew(changes.filter(({ kind }) => kind === "new"))],
    [
      "More in what was there",
      [...listShared(rest), ...listByOperation(rest.filter((change) => !isShared(change, rest)))],
    ],
  ];
  const shown = parts.filter(([, lines]) => lines.length > 0);
  const text = shown.map(([name, lines]) => `### ${name}\n\n${lines.join("\n")}\n`).join("\n");
  return `## ${title}\n\n${text === "" ? "Nothing.\n" : text}`;
};

const describeChange = ({ kind, what }: ApiChange): string => (kind === "gone" ? "is gone" : what);

const listByOperation = (changes: readonly ApiChange[]): string[] =>
  [...Map.groupBy(changes, ({ of }) => of)].map(([of, all]) => `- \`${of}\`: ${all.map(describeChange).join("; ")}`);

/** A line for each area, which is the first word of the path. */
const listNew = (changes: readonly ApiChange[]): string[] =>
  [...Map.groupBy(changes, ({ of }) => areaOf(of))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([area, all]) => `- ${area}: ${all.map(({ of }) => `\`${of.replace(/^webhook /, "")}\``).join(", ")}`);

const areaOf = (of: string): string =>
  of.startsWith("webhook ") ? "webhooks" : (/ (?:\/api\/v1)?\/([^/]+)/.exec(of)?.[1] ?? "");

const isShared = ({ what }: ApiChange, all: readonly ApiChange[]): boolean =>
  all.filter((other) => other.what === what).length >= SHARED_BY;

const listShared = (changes: readonly ApiChange[]): string[] =>
  [...Map.groupBy(changes, ({ what }) => what)]
    .filter(([, all]) => all.length >= SHARED_BY)
    .map(([what, all]) => `- ${all.length} operations and webhooks: ${what}`);
