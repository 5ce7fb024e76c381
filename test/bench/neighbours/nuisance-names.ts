export const NUISANCE_NAMES = [
  "imports",
  "text imports",
  "do-not-call",
  "streams",
  "uploads",
  "openapi",
  "sign-ups",
  "log-ins",
  "mcp",
  "unsigned callbacks",
  "unknown callbacks",
  "large bodies",
  "long pages",
  "connections",
  "talk pages",
  "console files",
] as const;

export type NuisanceName = (typeof NUISANCE_NAMES)[number];
