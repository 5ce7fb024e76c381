import type { Tool } from "../api/routes.ts";

type Fields = Record<string, unknown>;

/** A tool's definition while it is edited. */
export interface Definition {
  type: string;
  config: Fields;
}

/** The definition that the fields of a tool's kind show and change. */
export interface ConfigProps {
  config: Fields;
  onChange(changes: Fields): void;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a definition from its text; null while the text is not one. */
export const readDefinition = (text: string): Definition | null => {
  try {
    const read: unknown = JSON.parse(text);
    if (!isFields(read) || typeof read["type"] !== "string") return null;
    return { ...read, type: read["type"], config: isFields(read["config"]) ? read["config"] : {} };
  } catch {
    return null;
  }
};

export const writeDefinition = (definition: object): string => JSON.stringify(definition, null, 2);

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.trim() === "";
  }
};

/** Returns the entries of a list that have fields, such as parameters or the functions of a server. */
export const listEntries = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Returns the text of a field; empty where the definition has none. */
export const readText = (config: Fields, name: string): string => {
  const value = config[name] ?? "";
  return typeof value === "string" ? value : JSON.stringify(value);
};

const configOf = ({ definition }: Tool): Fields => (isFields(definition["config"]) ? definition["config"] : {});

/** Returns how an MCP tool authenticates at its server. */
export const readMcpAccess = (tool: Tool): { accountId: number | null; hasCredential: boolean } => {
  const { account_id: accountId, credential_uuid: credential } = configOf(tool);
  return {
    accountId: typeof accountId === "number" ? accountId : null,
    hasCredential: typeof credential === "string",
  };
};

export const listNames = (entries: readonly Fields[]): string[] =>
  entries.flatMap(({ name }) => (typeof name === "string" ? [name] : []));

/** Returns the names of a tool's parameters. */
export const listParameters = (tool: Tool): string[] => listNames(listEntries(configOf(tool)["parameters"]));
