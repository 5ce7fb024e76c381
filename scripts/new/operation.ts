import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Addition, type Edit, fillTemplate } from "./addition.ts";
import { type Names, parsePlace } from "./names.ts";

/** Verbs of operations that change nothing. */
const READS = /^(count|find|get|list|look|read|search|summarize)-/;

/** Plans an operation of an area of `api/`, which is made where it is new: table row, schemas, verb, valid body, test. */
export const newOperation = (root: string, place: string): Addition => {
  const { area, name } = parsePlace(place);
  const kind = READS.test(`${name.kebab}-`) ? "read" : "change";
  const folder = `api/${area.kebab}`;
  const table = `${folder}/${area.kebab}.operations.ts`;
  const schemas = `${folder}/${area.kebab}.schemas.ts`;
  const isNewArea = !existsSync(join(root, table));
  const areaTitle = isNewArea ? area.title : readAreaTitle(readFileSync(join(root, table), "utf8"));
  const values = { ...valuesOf(area, name), areaTitle };
  return {
    files: {
      [`${folder}/${name.kebab}.ts`]: fillTemplate(`operation.${kind}.verb`, values),
      [`test/api/${area.kebab}/${name.kebab}.test.ts`]: fillTemplate(`operation.${kind}.test`, values),
      ...(isNewArea && { [table]: fillTemplate("operation.table", values) }),
      ...(!existsSync(join(root, schemas)) && { [schemas]: 'import { z } from "zod";\n' }),
    },
    edits: [
      { file: schemas, atEnd: true, text: fillTemplate(`operation.${kind}.schemas`, values) },
      ...rowEdits(isNewArea ? fillTemplate("operation.table", values) : readFileSync(join(root, table), "utf8"), {
        table,
        row: fillTemplate(`operation.${kind}.row`, values),
        values,
      }),
      ...(isNewArea ? areaEdits(values) : []),
      ...(kind === "change" ? [bodyEdit(values)] : []),
    ],
    next: [
      `Write ${folder}/${name.kebab}.ts and the answer in ${schemas}.`,
      ...(isNewArea ? ["Name the area in console/keys/scopes.tsx."] : []),
      `Set path, permission, sandbox, summary and errors in ${table}.`,
      ...(kind === "change" ? ["UPDATE_GUIDES=1 npm test -- timeline-events writes the guide of events."] : []),
      "npm run clients writes what clients are generated of the table, the console's types too.",
      `npm test -- test/api/${area.kebab}/${name.kebab}.test.ts test/api/access.test.ts`,
    ],
  };
};

type Values = Readonly<Record<string, string>>;

const valuesOf = (area: Names, name: Names): Values => ({
  area: area.kebab,
  areaCamel: area.camel,
  verb: name.kebab,
  camel: name.camel,
  pascal: name.pascal,
  title: name.title,
});

/** Returns the edits that put the row before the area's array, and its name first in it. */
const rowEdits = (text: string, { table, row, values }: { table: string; row: string; values: Values }): Edit[] => {
  const array = text.match(/^export const \w+Operations(: [^=]+)? = \[/m)?.[0];
  if (!array) throw new Error(`${table} should end with the array of its operations.`);
  const { area = "", camel = "", verb = "" } = values;
  const schemas = row.match(/\b\w+(Query|Body|Answer)\b/g) ?? [];
  const imports = [
    `import { ${[...new Set(schemas)].join(", ")} } from "./${area}.schemas.ts";`,
    `import { ${camel} } from "./${verb}.ts";`,
  ];
  return [
    { file: table, before: array, text: `${row}\n` },
    { file: table, after: array, text: `${camel}Operation, ` },
    { file: table, before: "import { defineOperation }", text: `${imports.join("\n")}\n` },
  ];
};

/** The title under which the area's operations stand. */
const readAreaTitle = (table: string): string => {
  const title = /\barea(?:: | = |\w* = )"([^"]+)"/i.exec(table)?.[1];
  if (!title) throw new Error("the table should have an operation with an area");
  return title;
};

const areaEdits = ({ area = "", areaCamel = "", areaTitle = "" }: Values): Edit[] => [
  {
    file: "domain/access/api-key-scope.ts",
    before: "} as const;",
    text: `  ${/^\w+$/.test(areaTitle) ? areaTitle : JSON.stringify(areaTitle)}: "${area.replaceAll("-", "_")}",\n`,
  },
  {
    file: "api/http/openapi/area-descriptions.ts",
    before: "};",
    text: `  ${/^\w+$/.test(areaTitle) ? areaTitle : JSON.stringify(areaTitle)}: "What the area is for",\n`,
  },
  {
    file: "api/areas.ts",
    behindImports: true,
    text: `import { ${areaCamel}Operations } from "./${area}/${area}.operations.ts";\n`,
  },
  {
    file: "api/areas.ts",
    after: "export const operations: readonly AnyOperation[] = [",
    text: `\n  ...${areaCamel}Operations,`,
  },
];

const bodyEdit = ({ areaCamel = "", camel = "" }: Values): Edit => ({
  file: "test/factories/request-bodies.ts",
  after: "  return {\n",
  text: `    "${areaCamel}.${camel}": { name: "A name" },\n`,
});
