import type { Tool } from "../api/routes.ts";

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.trim() === "";
  }
};

/** The names of what a tool is given. */
export const parametersOf = ({ definition }: Tool): string[] => {
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
