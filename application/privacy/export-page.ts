import { isRecord } from "../../domain/json/json-value.ts";
import type { ExportedRow } from "../../infra/postgres/privacy/exported-rows.repository.ts";

/** The beginning and the end of the readable page, which needs nothing from outside and runs no script. */
export const PAGE_START = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What is known of a person</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}h2{margin-top:2rem}
table{border-collapse:collapse;margin:0 0 1rem;width:100%}th,td{border:1px solid #bbb;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{width:14rem;font-weight:600}pre{margin:0;white-space:pre-wrap}</style></head><body>
<h1>What is known of a person</h1>
`;
export const PAGE_END = "</body></html>\n";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");

export const writeHeading = (title: string): string => `<h2>${escape(title)}</h2>\n`;

/** Writes a row as a table of its fields; fields without a value are left out. */
export const writeRow = (row: ExportedRow): string => {
  const fields = Object.entries(row).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const lines = fields.map(
    ([name, value]) => `<tr><th>${escape(name.replaceAll("_", " "))}</th><td>${writeValue(value)}</td></tr>`,
  );
  return `<table>${lines.join("")}</table>\n`;
};

const writeValue = (value: unknown): string => {
  if (value instanceof Date) return escape(value.toISOString());
  if (isRecord(value) || Array.isArray(value)) return `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`;
  return escape(String(value));
};
