import type { Tool } from "../api/routes.ts";

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.trim() === "";
  }
};

/** Returns how an MCP tool authenticates at its server. */
export const readMcpAccess = ({ definition }: Tool): { accountId: number | null; hasCredential: boolean } => {
  const { config } = definition;
  if (typeof config !== "object" || config === null) return { accountId: null, hasCredential: false };
  return {
    accountId: "account_id" in config && typeof config.account_id === "number" ? config.account_id : null,
    hasCredential: "credential_uuid" in config && typeof config.credential_uuid === "string",
  };
};

/** Returns the names of a tool's parameters. */
export const listParameters = ({ definition }: Tool): string[] => {
  const { config } = definition;
  if (typeof config !== "object" || config === null || !("parameters" in config)) return [];
  const { parameters } = config;
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((parameter: unknown) =>
    typeof parameter === "object" && parameter !== null && "name" in parameter && typeof parameter.name === "string"
      ? [parameter.name]
      : [],
  );
};
