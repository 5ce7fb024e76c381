import { openAsBlob, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import { CommandError } from "./command-error.ts";
import { writeAnswer } from "./output.ts";
import { openClient } from "./profiles.ts";
import { readMoment } from "./read-moment.ts";
import type { Terminal } from "./terminal.ts";

/** An operation as `generated/commands.ts` has it. */
export interface OperationCommand {
  names: readonly string[];
  /** Where the client has it; without it, as the command is named. */
  method?: readonly string[];
  summary: string;
  description?: string;
  arguments: readonly FieldOption[];
  options: readonly FieldOption[];
  hasBody?: boolean;
  /** The field that takes a file. */
  file?: string;
  answer: "json" | "list" | "events" | "file" | "text" | "none";
  /** The field of the answer that holds the list. */
  list?: string;
}

export interface FieldOption {
  name: string;
  type: "text" | "number" | "boolean" | "json" | "texts" | "moment";
  values?: readonly string[];
  description?: string;
}

export const kebab = (name: string): string =>
  name.replaceAll("_", "-").replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`);

/** `include_archived` becomes `includeArchived`, as commander names the value of `--include-archived`. */
const camel = (name: string): string => name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());

type Values = Readonly<Record<string, unknown>>;

export interface SharedOptions {
  json?: boolean;
  field?: string;
  profile?: string;
}

/** How an answer is shown: to people or programs, or one field of it. */
export const showerOf = ({ json, field }: SharedOptions, terminal: Terminal) => ({
  terminal,
  asJson: json === true || !terminal.isTty,
  field,
});

/** Adds the command of an operation: its path as arguments, its query and body as options, or the body as `--data`. */
export const addOperationCommand = (area: Command, operation: OperationCommand, terminal: Terminal): void => {
  const { summary, description = "" } = operation;
  const command = area
    .command(kebab(operation.names.at(-1) ?? ""))
    .summary(summary)
    .description(`${summary}\n${description}`);
  for (const field of operation.arguments) command.argument(`<${kebab(field.name)}>`, describe(field));
  for (const field of operation.options) command.option(flagOf(field), describe(field));
  if (operation.hasBody) command.option("--data <json>", "the body as JSON; @FILE reads a file, - the input");
  if (operation.file) command.option(`--${kebab(operation.file)} <path>`, "the file to send");
  if (operation.answer === "list") command.option("--all", "every page");
  if (operation.answer === "file") command.option("--output <path>", "write the file there");
  command.action(async (...given: unknown[]) => {
    const values: Values = command.optsWithGlobals();
    const input = await readInput(operation, { given, values, terminal });
    await carryOut(operation, { input, values, terminal });
  });
};

const flagOf = ({ name, type }: FieldOption): string => {
  if (type === "boolean") return `--${kebab(name)} [boolean]`;
  return `--${kebab(name)} <${type === "moment" ? "time" : type}>`;
};

const describe = ({ description = "", values }: FieldOption): string =>
  [description, ...(values ? [`(${values.join(", ")})`] : [])].join(" ").trim();

interface Given {
  given: readonly unknown[];
  values: Values;
  terminal: Terminal;
}

const readInput = async (operation: OperationCommand, { given, values, terminal }: Given): Promise<object> => {
  const { data } = values;
  const body = typeof data === "string" ? parseJson(await textOf(data, terminal), "--data") : {};
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new CommandError("--data must be an object");
  const path = operation.arguments.map(({ name, type }, index) => [name, valueOf(given[index], { name, type })]);
  const set = operation.options.flatMap((field) => {
    const value = values[camel(field.name)];
    return value === undefined ? [] : [[field.name, valueOf(value, field)]];
  });
  const file = operation.file ? values[camel(operation.file)] : undefined;
  const sent = typeof file === "string" ? [[operation.file, new File([await openAsBlob(file)], basename(file))]] : [];
  return { ...body, ...Object.fromEntries([...path, ...set, ...sent]) };
};

const textOf = async (data: string, terminal: Terminal): Promise<string> => {
  if (data === "-") return terminal.readInput();
  return data.startsWith("@") ? readFileSync(data.slice(1), "utf8") : data;
};

const valueOf = (value: unknown, { name, type }: FieldOption): unknown => {
  if (type === "boolean") return value === true || value === "true" ? true : value === "false" ? false : value;
  if (typeof value !== "string") return value;
  if (type === "number") return value.trim() === "" || Number.isNaN(Number(value)) ? value : Number(value);
  if (type === "texts") return value.startsWith("[") ? parseJson(value, `--${kebab(name)}`) : value.split(",");
  if (type === "moment" && !value.startsWith("{") && !value.startsWith("@")) return momentOf(value, name);
  return type === "json" || type === "moment"
    ? parseJson(value.startsWith("@") ? readFileSync(value.slice(1), "utf8") : value, `--${kebab(name)}`)
    : value;
};

const momentOf = (text: string, name: string): object => {
  const moment = readMoment(text, new Date());
  if (moment) return moment;
  throw new CommandError(
    `--${kebab(name)} is "tomorrow 10:00" or 2026-12-01T10:00 on each called person's clock, or an instant such as 2026-12-01T09:00:00Z`,
  );
};

const parseJson = (text: string, place: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${place} is no JSON`);
  }
};

/** An answer of the client, whichever operation gave it. */
type Result = PromiseLike<unknown> & AsyncIterable<unknown> & { all(): Promise<unknown[]> };
type Method = (input?: object) => Result;

/** Finds the client's method of an operation. */
const methodOf = (client: object, names: readonly string[]): Method => {
  const area = names.slice(0, -1).reduce<object>((found, name) => Reflect.get(found, name), client);
  return Reflect.get(area, names.at(-1) ?? "");
};

const carryOut = async (
  operation: OperationCommand,
  { input, values, terminal }: { input: object; values: Values; terminal: Terminal },
): Promise<void> => {
  const shared: SharedOptions = values;
  const show = showerOf(shared, terminal);
  const method = methodOf(openClient(terminal, shared.profile), operation.method ?? operation.names);
  const result = Object.keys(input).length > 0 ? method(input) : method();
  if (operation.answer === "events") {
    for await (const event of result) terminal.out(`${JSON.stringify(event)}\n`);
    return;
  }
  if (values["all"] === true) return writeAnswer(await result.all(), show);
  const answer = await result;
  if (answer instanceof Blob) return writeFile(answer, { values, terminal });
  if (operation.answer === "text") return terminal.out(String(answer));
  // People see the rows; programs the whole answer.
  const isWhole = show.asJson || show.field !== undefined || !operation.list;
  writeAnswer(isWhole ? answer : Reflect.get(Object(answer), operation.list ?? ""), show);
};

const writeFile = async (file: Blob, { values, terminal }: { values: Values; terminal: Terminal }): Promise<void> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { output } = values;
  if (typeof output === "string") return writeFileSync(output, bytes);
  terminal.outBytes(bytes);
};
