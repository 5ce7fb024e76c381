import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findCodes } from "./find-codes.ts";
import { type Declaration, keyOf, reach, readDeclarations } from "./source-graph.ts";

const ROOT = join(import.meta.dirname, "../..");
const TARGET = join(ROOT, "api/http/openapi/error-codes.json");

/** What a function that several operations share can refuse, and this one of them cannot. */
const NEVER: Readonly<Record<string, readonly number[]>> = {
  // Only bringing it back makes it count, or needs a key that may still be used.
  "keys.archive": [402, 409],
  "tools.delete": [402],
};

/** Errors of vendors that `api/http/error-responses.ts` turns into answers. */
const ALSO: Readonly<Record<string, { status: number; code: string }>> = {
  "team.members.invite": { status: 502, code: "mail_not_sent" },
  "team.members.resetPassword": { status: 502, code: "mail_not_sent" },
};

type Codes = Record<string, string[]>;

/** Returns the codes that each operation's own code can answer, by id and status. The sources say it: nobody keeps a list. */
export const readErrorCodes = (): Readonly<Record<string, Codes>> => {
  const declarations = readDeclarations("api/**/*.ts", ROOT);
  const operations = [...declarations.values()].flatMap((declaration) =>
    listIds(declaration).map((id): [string, Declaration] => [id, declaration]),
  );
  const found = operations.map(([id, declaration]): [string, Codes] => [id, codesOf(id, declaration, declarations)]);
  return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** The ids of the operations that a declaration defines. */
const listIds = ({ calls }: Declaration): string[] =>
  calls.flatMap(({ callee, arguments: [row] }) => {
    if (callee.type !== "Identifier" || callee.name !== "defineOperation" || row?.type !== "ObjectExpression")
      return [];
    return row.properties.flatMap((property) =>
      property.type === "Property" &&
      property.key.type === "Identifier" &&
      property.key.name === "id" &&
      property.value.type === "Literal" &&
      typeof property.value.value === "string"
        ? [property.value.value]
        : [],
    );
  });

const codesOf = (id: string, { file, name }: Declaration, declarations: ReadonlyMap<string, Declaration>): Codes => {
  const codes: Record<string, Set<string>> = {};
  const add = ({ status, code }: { status: number; code: string }) => {
    if (!NEVER[id]?.includes(status)) (codes[status] ??= new Set()).add(code);
  };
  for (const key of reach(declarations, keyOf(file, name))) {
    const declaration = declarations.get(key);
    if (declaration) findCodes(declaration).forEach(add);
  }
  if (ALSO[id]) add(ALSO[id]);
  return Object.fromEntries(Object.entries(codes).map(([status, found]) => [status, [...found].toSorted()]));
};

/** As the formatter writes it: a list stands in one line where it fits. */
const formatErrorCodes = (): string => {
  const text = JSON.stringify(readErrorCodes(), null, 2);
  const shortened = text.replaceAll(
    /^( *"\w+": )\[([^\]]+)\](,?)$/gm,
    (whole, name: string, list: string, end: string) => {
      const line = `${name}[${list.trim().replaceAll(/\s+/g, " ")}]${end}`;
      return line.length <= LINE_LENGTH ? line : whole;
    },
  );
  return `${shortened}\n`;
};

const LINE_LENGTH = 120;

export const areErrorCodesCurrent = (): boolean =>
  existsSync(TARGET) && readFileSync(TARGET, "utf8") === formatErrorCodes();

/** Writes the table from which the document and the clients take their codes; returns whether it was out of date. */
export const writeErrorCodes = (): boolean => {
  if (areErrorCodesCurrent()) return false;
  writeFileSync(TARGET, formatErrorCodes());
  return true;
};

if (import.meta.main) writeErrorCodes();
