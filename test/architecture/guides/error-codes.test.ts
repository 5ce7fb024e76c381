import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { type ErrorCode, findErrorCodes } from "./error-codes.ts";
import { read } from "./markdown.ts";

// Written anew with `UPDATE_GUIDES=1 npm test -- guides/error-codes`.
const FILE = "docs/integrators/error-codes.md";
const HEAD = `# Error codes

Every refusal has a \`code\` beside its sentence ([Errors and limits](errors-and-limits.md) has the shape). Compare codes in programs; sentences
may become clearer. The sentence says what to do; \`…\` stands for its variable parts. A code without a sentence here takes it from the system
that refused, or says one of several. With any code, 429 and 503 may be repeated after \`Retry-After\`, 401 needs other credentials, 404 is
of something that is not there or of another organization, 422 lists the fields, and 500 names the id to report. This table is made from the
code; a test fails for a code that is missing in it.

| Code | Status | Of | What the answer says |
|---|---|---|---|
`;

const inCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/[<>{}]/g, (sign) => `\\${sign}`);

const toRow = (code: string, made: readonly ErrorCode[]): string => {
  const unique = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value))];
  const sentences = unique(made.map(({ sentence }) => sentence)).map((sentence) => inCell(sentence ?? ""));
  const cells = [
    `\`${code}\``,
    unique(made.map(({ status }) => status)).join(", "),
    unique(made.map(({ area }) => area)).join(", "),
    sentences.slice(0, 3).join("; or: "),
  ];
  return `| ${cells.join(" | ")} |`;
};

it("every code that the console has words for is found, and no other", () => {
  const source = read("console/words/de/refusal-codes.ts");
  const known = [...source.matchAll(/^ {2}(\w+):/gm)].map(([, code]) => code ?? "");
  expect([...new Set(findErrorCodes().map(({ code }) => code))].toSorted()).toEqual(known.toSorted());
});

it("the guide lists every code of the API, with its status, where it comes from and what it says", () => {
  const codes = Map.groupBy(findErrorCodes(), ({ code }) => code);
  const rows = [...codes]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([code, made]) => toRow(code, made));
  expect(rows.length).toBeGreaterThan(100);
  expect(findErrorCodes().filter(({ status, code }) => status === "" || code.endsWith("…"))).toEqual([]);
  const wanted = `${HEAD}${rows.join("\n")}\n`;
  if (process.env["UPDATE_GUIDES"]) writeFileSync(FILE, wanted);
  expect(readFileSync(FILE, "utf8")).toBe(wanted);
});
