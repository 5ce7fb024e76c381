import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
/** The clients are installed here, once. */
export const CLIENTS = join(ROOT, ".cache/mcp-clients");
export const INSPECTOR = join(CLIENTS, "node_modules/.bin/mcp-inspector");
export const PYTHON = join(CLIENTS, "python/bin/python");
