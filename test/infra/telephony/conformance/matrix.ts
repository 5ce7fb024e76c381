import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

/** What the suite judges, in the order of the printed table. */
export const CAPABILITIES = [
  "place a call",
  "find a call after an unknown result",
  "look at a call",
  "price",
  "hang up",
  "status events",
  "signed callbacks",
  "the signature covers the address",
  "old callbacks are refused",
  "detect: human",
  "detect: machine",
  "detect: fax",
  "detect: unknown",
  "step: hang up",
  "step: play digits",
  "step: listen",
  "step: relay",
  "step: transfer",
  "step: reject",
  "turn: begin",
  "turn: speech",
  "turn: digits",
  "turn: silence",
  "turn: relay ended",
  "turn: transfer ended",
  "inbound calls",
  "relay handshake",
  "signed relay handshake",
  "recordings",
  "find numbers",
  "rent numbers",
  "release numbers",
  "point numbers at us",
  "verify caller ids",
  "check the account",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

const cellSchema = z.object({
  declared: z.int(),
  passed: z.int(),
  /** Why there is no such thing, or not all of it. */
  absent: z.array(z.string()),
  /** What the tests that passed had to leave aside. */
  leftAside: z.array(z.string()),
});
export type Cell = z.infer<typeof cellSchema>;
const columnSchema = z.object({ carrier: z.string(), cells: z.record(z.string(), cellSchema) });
type Column = z.infer<typeof columnSchema>;

/** One carrier's column, filled by tests as they pass. */
export const createColumn = (carrier: string) => {
  const cells = new Map<Capability, Cell>();
  return {
    cell: (capability: Capability): Cell => {
      const cell = cells.get(capability) ?? { declared: 0, passed: 0, absent: [], leftAside: [] };
      cells.set(capability, cell);
      return cell;
    },
    /** Capabilities that are neither shown by tests that passed nor declared absent. */
    open: (): Capability[] => CAPABILITIES.filter((capability) => textOf(cells.get(capability)) === "FAILED"),
    /** The table of every carrier that this run of tests has judged up to now. */
    table: (): string =>
      drawTable(withColumnsOfThisRun({ carrier, cells: Object.fromEntries<Cell>([...cells.entries()]) })),
  };
};

const textOf = (cell: Cell | undefined): "passed" | "absent" | "FAILED" => {
  if (!cell || cell.declared === 0 || cell.passed + cell.absent.length < cell.declared) return "FAILED";
  return cell.passed > 0 ? "passed" : "absent";
};

/** Carriers have a test file each, in processes of their own: columns meet in the folder that the run's servers use. */
const withColumnsOfThisRun = (column: Column): Column[] => {
  const isOurs = (name: string) => [process.pid, process.ppid].some((pid) => name.startsWith(`ringdown-test-${pid}-`));
  const run = readdirSync(tmpdir()).find(isOurs);
  if (run === undefined) return [column];
  const folder = join(tmpdir(), run, "carrier-matrix");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${column.carrier}.json`), JSON.stringify(column));
  return readdirSync(folder)
    .sort()
    .map((file) => columnSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))));
};

const drawTable = (columns: readonly Column[]): string => {
  const notes: string[] = [];
  const show = (column: Column, capability: Capability): string => {
    const cell = column.cells[capability];
    const text = textOf(cell);
    const reasons = [...(cell?.absent ?? []), ...(cell?.leftAside ?? [])];
    if (text === "FAILED" || reasons.length === 0) return text;
    const sentences = [...new Set(reasons)].map((sentence) => {
      const note = `${column.carrier}: ${sentence}`;
      if (!notes.includes(note)) notes.push(note);
      return `[${notes.indexOf(note) + 1}]`;
    });
    return `${text === "passed" ? "passed, but" : "no such thing"} ${sentences.join("")}`;
  };
  const head = ["capability", ...columns.map(({ carrier }) => carrier)];
  const rows = CAPABILITIES.map((capability) => [capability, ...columns.map((column) => show(column, capability))]);
  const widths = head.map((_, index) => Math.max(...[head, ...rows].map((row) => (row[index] ?? "").length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, index) => text.padEnd(widths[index] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const footnotes = notes.map((note, index) => `[${index + 1}] ${note}`);
  return [line(head), rule, ...rows.map(line), "", ...footnotes].join("\n");
};
