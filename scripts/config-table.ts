import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { configSchema } from "../infra/config/config-schema.ts";

const START = "<!-- configuration: written by scripts/config-table.ts -->";
const END = "<!-- end of configuration -->";

/** The guide that holds the table, relative to the root. */
export const GUIDE = "docs/operators/configuration.md";

/** Builds the table of every variable, in the order of the schema. */
export const buildConfigTable = (): string =>
  [
    "| Variable | Default | Meaning |",
    "|---|---|---|",
    ...Object.entries(configSchema.shape).map(([name, field]) => rowOf(name, field)),
  ].join("\n");

const rowOf = (name: string, field: z.ZodType): string => {
  if (!field.description) throw new Error(`${name} has no description in the schema of the configuration`);
  return `| \`${name}\` | ${defaultOf(field)} | ${field.description.replaceAll("|", "\\|")} |`;
};

/** Returns the value that the schema gives to an absent variable. */
const defaultOf = (field: z.ZodType): string => {
  const value = field.parse(undefined);
  return value === undefined ? "" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
};

/** Returns the text with a new table between its two marks. */
export const replaceConfigTable = (text: string): string => {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start === -1 || end < start) throw new Error(`the text has no place for the table: ${START} … ${END}`);
  return `${text.slice(0, start + START.length)}\n${buildConfigTable()}\n${text.slice(end)}`;
};

if (import.meta.main) {
  const guide = join(import.meta.dirname, "..", GUIDE);
  if (process.argv.includes("--write")) writeFileSync(guide, replaceConfigTable(readFileSync(guide, "utf8")));
  else console.log(buildConfigTable());
}
