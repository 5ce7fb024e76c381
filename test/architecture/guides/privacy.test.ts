import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { PERSONAL_DATA } from "../../../infra/postgres/privacy/personal-data.ts";
import type { TableData } from "../../../infra/postgres/privacy/table-data.ts";

// Written anew with `UPDATE_GUIDES=1 npm test -- guides/privacy`.
const FILE = "docs/operators/privacy.md";
const FOUND_BY = {
  number: "the number",
  run: "the call",
  delivery: "the event of a call",
  scenario: "the call it was made of",
  document: "a document that names them",
  document_version: "a document that names them",
} as const;

const code = (columns: readonly string[]) => columns.map((column) => `\`${column}\``).join(", ");

const describe = ({ person, mentions }: TableData): string[] => [
  ...(person
    ? [
        `found by ${FOUND_BY[person.by]}: ${code(person.columns)} | ${
          person.erased === "removed"
            ? "the row is removed"
            : "elsewhere" in person.erased
              ? person.erased.elsewhere
              : "emptied"
        }`,
      ]
    : []),
  ...(mentions ? [`named in text: ${code(mentions)} | blotted out`] : []),
];

const table = (): string =>
  [
    "| Table | What of a person | Erasure |",
    "|---|---|---|",
    ...Object.entries<TableData>(PERSONAL_DATA)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, data]) => describe(data).map((line) => `| \`${name}\` | ${line} |`)),
  ].join("\n");

const members = (): string =>
  Object.entries<TableData>(PERSONAL_DATA)
    .flatMap(([name, data]) => (data.members ? [`\`${name}\` (${data.members.join(", ")})`] : []))
    .toSorted()
    .join(", ");

it("the guide lists every column that may hold something of a person", () => {
  const written = readFileSync(FILE, "utf8");
  const part = `<!-- places -->\n\n${table()}\n\nAbout the organization's own people, whose membership an admin ends: ${members()}.\n\nEverything else holds nothing of a person.\n\n<!-- /places -->`;
  const expected = written.replace(/<!-- places -->[\s\S]*<!-- \/places -->/, () => part);
  if (process.env["UPDATE_GUIDES"]) writeFileSync(FILE, expected);
  expect(process.env["UPDATE_GUIDES"] ? expected : written).toBe(expected);
});
