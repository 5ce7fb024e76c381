import { z } from "zod";
import { columnsOfThisRun, drawTable } from "../../../harness/printed-table.ts";

/** The capabilities that the suite judges, in the order of the printed table. */
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
  "detect: person",
  "detect: voicemail",
  "detect: fax",
  "detect: unknown",
  "voices",
  "play recordings",
  "step: hang up",
  "step: play digits",
  "step: listen",
  "step: relay",
  "step: transfer",
  "step: hold",
  "step: join",
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
  "point texts at us",
  "verify caller ids",
  "send texts",
  "texts through a proxy",
  "refuse texts to who wants no more",
  "reports about texts",
  "reports say who wants no more",
  "what is said about texts is signed",
  "look texts up",
  "find a text after an unknown result",
  "price of a text",
  "texts from people",
  "check the account",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

const cellSchema = z.object({
  declared: z.int(),
  passed: z.int(),
  /** Why the capability, or a part of it, does not exist. */
  absent: z.array(z.string()),
  /** The parts that passed tests had to leave out. */
  leftAside: z.array(z.string()),
});
export type Cell = z.infer<typeof cellSchema>;
const columnSchema = z.object({ name: z.string(), cells: z.record(z.string(), cellSchema) });
type Column = z.infer<typeof columnSchema>;

/** Creates one carrier's column, filled by tests as they pass. */
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
      tableOf(
        columnsOfThisRun("carrier-matrix", {
          column: { name: carrier, cells: Object.fromEntries<Cell>([...cells.entries()]) },
          schema: columnSchema,
        }),
      ),
  };
};

const textOf = (cell: Cell | undefined): "passed" | "absent" | "FAILED" => {
  if (!cell || cell.declared === 0 || cell.passed + cell.absent.length < cell.declared) return "FAILED";
  return cell.passed > 0 ? "passed" : "absent";
};

const tableOf = (columns: readonly Column[]): string => {
  const notes: string[] = [];
  const show = (column: Column, capability: Capability): string => {
    const cell = column.cells[capability];
    const text = textOf(cell);
    const reasons = [...(cell?.absent ?? []), ...(cell?.leftAside ?? [])];
    if (text === "FAILED" || reasons.length === 0) return text;
    const sentences = [...new Set(reasons)].map((sentence) => {
      const note = `${column.name}: ${sentence}`;
      if (!notes.includes(note)) notes.push(note);
      return `[${notes.indexOf(note) + 1}]`;
    });
    return `${text === "passed" ? "passed, but" : "no such thing"} ${sentences.join("")}`;
  };
  const head = ["capability", ...columns.map(({ name }) => name)];
  const rows = CAPABILITIES.map((capability) => [capability, ...columns.map((column) => show(column, capability))]);
  const footnotes = notes.map((note, index) => `[${index + 1}] ${note}`);
  return [drawTable(head, rows), "", ...footnotes].join("\n");
};
