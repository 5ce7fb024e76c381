import {
  type CreateNodeOptions,
  parseDocument,
  Scalar,
  type ScalarTag,
  type SchemaOptions,
  stringify,
  type ToStringOptions,
} from "yaml";
import type { Agent, AgentsUpdateBody } from "../src/index.ts";
import { CommandError } from "./command-error.ts";

type PartName =
  | "name"
  | "disposition_codes"
  | "template_context_variables"
  | "workflow_configurations"
  | "workflow_definition";

/** What of an agent people edit and review, as it is saved. */
export type AgentParts = Required<Pick<AgentsUpdateBody, PartName>>;

/** The text of each file, by its path in the folder. */
export type AgentFiles = ReadonlyMap<string, string>;

/** The fields of the agent in each file; a file of one field holds its value alone. */
const FILES = {
  "agent.yaml": ["name", "disposition_codes", "template_context_variables"],
  "settings.yaml": ["workflow_configurations"],
  "definition.yaml": ["workflow_definition"],
} as const satisfies Record<string, readonly PartName[]>;

const PROMPTS = "prompts";
const IS_PROMPT = /(^|_)prompt$/;
const LONGEST_NAME = 60;

/** Text that stands in a file of its own: `!file prompts/greeting.md`. */
class FileReference {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

const fileTag: ScalarTag = {
  tag: "!file",
  identify: (value) => value instanceof FileReference,
  resolve: (path) => new FileReference(path),
  createNode: (_schema, value) => new Scalar(value),
  stringify: ({ value }) => (value instanceof FileReference ? value.path : ""),
};

const WRITING: SchemaOptions & CreateNodeOptions & ToStringOptions = {
  customTags: [fileTag],
  lineWidth: 0,
  blockQuote: "literal",
  aliasDuplicateObjects: false,
};

export const partsOf = (agent: Agent): Pick<Agent, PartName> => ({
  name: agent.name,
  disposition_codes: agent.disposition_codes,
  template_context_variables: agent.template_context_variables,
  workflow_configurations: agent.workflow_configurations,
  workflow_definition: agent.workflow_definition,
});

/** Writes an agent as YAML, and each of its prompts as Markdown beside it. */
export const writeAgentFiles = (parts: Readonly<Record<PartName, unknown>>): AgentFiles => {
  const files = new Map<string, string>();
  for (const [file, fields] of Object.entries(FILES)) {
    const [only, ...others] = fields;
    const value =
      others.length === 0 && only ? parts[only] : Object.fromEntries(fields.map((field) => [field, parts[field]]));
    files.set(file, stringify(moveTexts(value, { files, names: [] }), WRITING));
  }
  return files;
};

/** Returns a value whose prompts are references to files, which are added. */
const moveTexts = (value: unknown, place: { files: Map<string, string>; names: readonly string[] }): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => moveTexts(item, place));
  if (typeof value !== "object" || value === null) return value;
  const names = [...place.names, ...namesOf(value)];
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
    const isFile =
      IS_PROMPT.test(key) && typeof item === "string" && item !== "" && Buffer.from(item).toString() === item;
    if (!isFile) return [key, moveTexts(item, { ...place, names })];
    const path = freePath([...names, ...(key === "prompt" ? [] : [key])], place.files);
    // One line's end more: editors want it at the end of a file.
    place.files.set(path, `${item}\n`);
    return [key, new FileReference(path)];
  });
  return Object.fromEntries(entries);
};

/** What people call it, for the names of its files. */
const namesOf = (value: object): string[] => ("name" in value && typeof value.name === "string" ? [value.name] : []);

const freePath = (names: readonly string[], files: ReadonlyMap<string, string>): string => {
  const words = names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")).join("-");
  const name = words.replaceAll(/^-+|-+$/g, "").slice(0, LONGEST_NAME) || "prompt";
  for (let count = 1; ; count += 1) {
    const path = `${PROMPTS}/${name}${count === 1 ? "" : `-${count}`}.md`;
    if (!files.has(path)) return path;
  }
};

/** Reads an agent from its files. `read` returns a file's text, and throws where it is none of the folder. */
export const readAgentFiles = (read: (path: string) => string): AgentParts => {
  const found = Object.entries(FILES).flatMap(([file, fields]) => {
    const value = readYaml(file, read);
    if (fields.length === 1) return [[fields[0], value]];
    if (typeof value !== "object" || value === null) throw new CommandError(`${file} needs ${fields.join(", ")}`);
    const strange = Object.keys(value).filter((key) => !fields.some((field) => field === key));
    if (strange.length > 0) throw new CommandError(`${file} has no place for ${strange.join(", ")}`);
    return Object.entries(value);
  });
  // The platform checks what is in them, and says what is wrong with it.
  const parts: AgentParts = Object.fromEntries(found);
  return parts;
};

const readYaml = (file: string, read: (path: string) => string): unknown => {
  const document = parseDocument(read(file), { customTags: [fileTag], prettyErrors: true });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) throw new CommandError(`${file} is no YAML that can be read: ${fault.message}`);
  return withTexts(document.toJS(), { file, read });
};

const withTexts = (value: unknown, place: { file: string; read(path: string): string }): unknown => {
  if (value instanceof FileReference) return place.read(value.path).replace(/\n$/, "");
  if (Array.isArray(value)) return value.map((item: unknown) => withTexts(item, place));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, place)]));
};
