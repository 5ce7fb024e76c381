import { type Area, growTree } from "./area-tree.ts";
import type { ClientApi, ClientOperation, Field } from "./client-operations.ts";
import { shareErrorCodes } from "./error-codes.ts";
import { capitalize } from "./name-operations.ts";
import { operationRow } from "./operation-row.ts";
import { docstring, isKeyword } from "./python-text.ts";
import { PythonTypes } from "./python-types.ts";
import { resolve } from "./read-document.ts";

/** The files of the generated part of the Python client, by name. */
export const writePython = (api: ClientApi): Readonly<Record<string, string>> => {
  const { schemas } = api;
  const types = new PythonTypes(schemas);
  const areas = writeAreas(api, { types, schemas }, SYNC);
  const asyncAreas = writeAreas(api, { types, schemas }, ASYNC);
  return {
    "__init__.py": `${HEADER}\n`,
    "types.py": writeTypes(types),
    "areas.py": areas,
    "async_areas.py": asyncAreas,
    "operations.py": writeOperations(api),
    "error_codes.py": writeErrorCodes(api),
  };
};

interface Writing {
  types: PythonTypes;
  schemas: ClientApi["schemas"];
}

const HEADER =
  "# Written by `npm run clients` from the table of operations. `npm run check` fails when it is out of date.";

const writeErrorCodes = ({ operations }: ClientApi): string => {
  const { common, own } = shareErrorCodes(operations);
  const all = [...new Set(operations.flatMap(({ errorCodes }) => errorCodes))].toSorted();
  return [
    HEADER,
    '"""The codes with which the API can refuse, all of them and by operation. A later platform may have more."""',
    "",
    "from __future__ import annotations",
    "",
    "from typing import Literal",
    "",
    literalOf("ErrorCode", all.map(quote)),
    literalOf("CommonErrorCode", common.map(quote)),
    ...own.map(({ names, isCommon, codes }) =>
      literalOf(`${names.map(capitalize).join("")}ErrorCode`, [
        ...(isCommon ? ["CommonErrorCode"] : []),
        ...codes.map(quote),
      ]),
    ),
    "",
  ].join("\n");
};

const quote = (code: string): string => JSON.stringify(code);
const literalOf = (name: string, codes: readonly string[]): string => `${name} = Literal[${codes.join(", ")}]`;

const writeTypes = (types: PythonTypes): string =>
  [
    HEADER,
    "from __future__ import annotations",
    "",
    "import sys",
    "from typing import TYPE_CHECKING, Any, Literal, TypedDict",
    "",
    "if sys.version_info >= (3, 11):",
    "    from typing import NotRequired, TypeAlias",
    "elif TYPE_CHECKING:",
    "    from typing_extensions import NotRequired, TypeAlias",
    ...types.lines(),
    "",
  ].join("\n");

/** How both halves of the client differ. */
interface Manner {
  prefix: string;
  define: string;
  wait: string;
  connection: string;
  listing: string;
  stream: string;
}

const SYNC: Manner = {
  prefix: "",
  define: "def",
  wait: "",
  connection: "Connection",
  listing: "Listing",
  stream: "EventStream",
};
const ASYNC: Manner = {
  prefix: "Async",
  define: "async def",
  wait: "await ",
  connection: "AsyncConnection",
  listing: "AsyncListing",
  stream: "AsyncEventStream",
};

const writeAreas = ({ operations }: ClientApi, writing: Writing, manner: Manner): string => {
  const root = growTree(operations);
  const areas = [...root.areas.values()];
  const [connection, listing, stream] = manner === SYNC ? FILES : ASYNC_FILES;
  return [
    HEADER,
    "from __future__ import annotations",
    "",
    "import builtins",
    "from collections.abc import Mapping, Sequence",
    "from typing import Any, BinaryIO, Literal, cast",
    "",
    `from ..${connection} import ${manner.connection}`,
    `from ..${stream} import ${manner.stream}`,
    `from ..${listing} import ${manner.listing}`,
    "from ..settings import UNSET, CallOptions, Unset",
    "from . import types",
    "from .operations import OPERATIONS",
    ...areas.flatMap((area) => classesOf(area, writing, manner)),
    "",
    "",
    `class ${manner.prefix}Areas:`,
    '    """Every operation of the API, by area."""',
    "",
    `    def __init__(self, connection: ${manner.connection}) -> None:`,
    ...[...root.areas].map(([name, area]) => `        self.${snake(name)} = ${nameOfArea(area, manner)}(connection)`),
    "",
  ].join("\n");
};

const FILES = ["connection", "listing", "event_stream"];
const ASYNC_FILES = ["async_connection", "async_listing", "async_event_stream"];

const nameOfArea = ({ names }: Area, { prefix }: Manner): string => `${prefix}${names.map(capitalize).join("")}Area`;

const classesOf = (area: Area, writing: Writing, manner: Manner): string[] => [
  ...[...area.areas.values()].flatMap((inner) => classesOf(inner, writing, manner)),
  "",
  "",
  `class ${nameOfArea(area, manner)}:`,
  `    def __init__(self, connection: ${manner.connection}) -> None:`,
  "        self._connection = connection",
  ...[...area.areas].map(([name, inner]) => `        self.${snake(name)} = ${nameOfArea(inner, manner)}(connection)`),
  ...area.operations.flatMap((operation) => ["", ...methodOf(operation, writing, manner)]),
];

const methodOf = (operation: ClientOperation, writing: Writing, manner: Manner): string[] => {
  const parameters = parametersOf(operation, writing.types);
  const { id, summary, description, method, path, answer, listField } = operation;
  const call = `OPERATIONS["${id}"], {${parameters.map(({ field, name }) => `"${field}": ${name}`).join(", ")}}, options`;
  const returns = returnOf(operation, writing, manner);
  const isLazy = listField !== null || answer.kind === "events";
  const signature = [...parameters.map(({ text }) => text), "options: CallOptions | None = None"];
  return [
    `    ${isLazy ? "def" : manner.define} ${safeName(snake(operation.names.at(-1) ?? ""))}(`,
    "        self,",
    "        *,",
    ...signature.map((parameter) => `        ${parameter},`),
    `    ) -> ${returns}:`,
    ...docstring(
      [summary, ...(description ? ["", description] : []), "", `\`${method} ${path.replace("/api/v1", "")}\``],
      "        ",
    ),
    `        ${bodyOf({ call, returns, kind: listField === null ? answer.kind : "list" }, manner)}`,
  ];
};

const bodyOf = ({ call, returns, kind }: { call: string; returns: string; kind: string }, manner: Manner): string => {
  if (kind === "list" || kind === "events") return `return ${returns}(self._connection, ${call})`;
  if (kind === "none") return `${manner.wait}self._connection.none(${call})`;
  const asked = `${manner.wait}self._connection.${kind}(${call})`;
  return kind === "json" ? `return cast("${returns.replaceAll('"', "'")}", ${asked})` : `return ${asked}`;
};

interface Parameter {
  field: string;
  name: string;
  text: string;
}

const parametersOf = ({ id, pathFields, queryFields, body }: ClientOperation, types: PythonTypes): Parameter[] => {
  const whole: Field[] =
    body?.schema && body.fields.length === 0
      ? [{ name: "body", required: body.required, description: null, schema: body.schema }]
      : [];
  // With a file the other fields are those of the JSON that the operation takes instead of it.
  const file = body?.file ? [{ ...body.file, required: false }] : [];
  const inBody = (body?.fields ?? []).map((field) => ({ ...field, required: field.required && !body?.file }));
  const fields = [...pathFields, ...queryFields, ...inBody, ...whole, ...file];
  const clash = fields.find(({ name }) => name === "options" || name === "self");
  if (clash) throw new Error(`${id} has a field ${clash.name}, which the Python client has a meaning for`);
  return [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)].map((field) => {
    const name = safeName(field.name);
    const type = field.name === body?.file?.name ? "BinaryIO" : parameterType(field, id, types);
    return {
      field: field.name,
      name,
      text: field.required ? `${name}: ${type}` : `${name}: ${joinUnset(type)} = UNSET`,
    };
  });
};

const joinUnset = (type: string): string => (type === "Any" ? "Any" : `${type} | Unset`);

/** Lists and mappings of any kind are taken. A method named `list` would hide the type. */
const parameterType = ({ name, schema }: Field, id: string, types: PythonTypes): string =>
  qualify(types.format(schema, [...id.split("."), name]))
    .replaceAll(/\blist\[/g, "Sequence[")
    .replaceAll(/\bdict\[/g, "Mapping[");

const OWN_WORDS = new Set(["None", "Any", "Literal", "Sequence", "Mapping", "True", "False"]);

/** Names of the module of types get its name in front; texts within a Literal stay. */
const qualify = (type: string): string =>
  type.replaceAll(/"(?:[^"\\]|\\.)*"|\b[A-Z]\w*/g, (word) =>
    word.startsWith('"') || OWN_WORDS.has(word) ? word : `types.${word}`,
  );

const returnOf = (operation: ClientOperation, { types, schemas }: Writing, manner: Manner): string => {
  const { id, answer, listField } = operation;
  const place = [...id.split("."), "answer"];
  // An area may have a method named list, which hides the type.
  const typeOf = (text: string) => qualify(text).replaceAll(/\blist\[/g, "builtins.list[");
  if (answer.kind === "events") {
    const data = answer.schema ? typeOf(types.format(answer.schema, place)) : "Any";
    return `${manner.stream}[${data}]`;
  }
  if (answer.kind !== "json") return { text: "str", file: "bytes", none: "None" }[answer.kind];
  const page = types.format(answer.schema, place);
  if (listField === null) return typeOf(page);
  const whole = resolve(answer.schema, schemas);
  const rows = listField === "" ? whole.items : whole.properties?.[listField]?.items;
  const item = rows ? types.format(rows, listField === "" ? [...place, "item"] : [page, listField, "item"]) : "Any";
  return `${manner.listing}[${typeOf(page)}, ${typeOf(item)}]`;
};

const writeOperations = ({ version, operations }: ClientApi): string =>
  [
    HEADER,
    "from __future__ import annotations",
    "",
    "from ..operation import Operation, Paging",
    "",
    `VERSION = "${version}"`,
    "",
    "OPERATIONS: dict[str, Operation] = {",
    ...operations.map((operation) => `    "${operation.id}": ${writeRow(operation)},`),
    "}",
    "",
  ].join("\n");

const writeRow = (operation: ClientOperation): string => {
  const { paging, name, ...row } = operationRow(operation);
  const called = name
    .split(".")
    .map((part) => safeName(snake(part)))
    .join(".");
  const fields = Object.entries({ name: called, ...row }).map(([field, value]) => `${field}=${pythonOf(value)}`);
  const paged = paging
    ? [
        `paging=Paging(${Object.entries(paging)
          .map(([field, value]) => `${field === "from" ? "fields" : field}=${pythonOf(value)}`)
          .join(", ")})`,
      ]
    : [];
  return `Operation(${[...fields, ...paged].join(", ")})`;
};

const pythonOf = (value: unknown): string => {
  if (value === true) return "True";
  if (Array.isArray(value)) return `(${value.map((each) => `${pythonOf(each)}, `).join("")})`;
  return JSON.stringify(value);
};

/** `doNotCall` is `do_not_call` in Python. */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A word of the language gets a line behind it: `import_`, `from_`. */
export const safeName = (name: string): string => (isKeyword(name) ? `${name}_` : name);
