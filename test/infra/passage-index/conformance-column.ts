import { z } from "zod";
import { columnsOfThisRun, drawTable } from "../../harness/printed-table.ts";

const columnSchema = z.object({
  name: z.string(),
  /** Why nothing was judged; null: it was. */
  skipped: z.string().nullable(),
  /** The promises in order, and whether each was kept. */
  promises: z.record(z.string(), z.boolean()),
});
type Column = z.infer<typeof columnSchema>;

/** Creates the results of one engine, filled by tests as they pass. */
export const createConformanceColumn = (name: string, skipped: string | null) => {
  const promises = new Map<string, boolean>();
  return {
    declare: (promise: string): void => void promises.set(promise, false),
    keep: (promise: string): void => void promises.set(promise, true),
    /** The table of every engine that this run of tests has judged up to now. */
    table: (): string => {
      const column: Column = { name, skipped, promises: Object.fromEntries(promises) };
      return tableOf(columnsOfThisRun("passage-index-conformance", { column, schema: columnSchema }));
    },
  };
};

const tableOf = (columns: readonly Column[]): string => {
  const promises = [...new Set(columns.flatMap((column) => Object.keys(column.promises)))];
  const show = ({ skipped, promises: kept }: Column, promise: string) =>
    skipped === null ? (kept[promise] ? "passed" : "FAILED") : "SKIPPED";
  const head = ["a passage index", ...columns.map(({ name }) => name)];
  const rows = promises.map((promise) => [promise, ...columns.map((column) => show(column, promise))]);
  const notes = columns.flatMap(({ name, skipped }) => (skipped === null ? [] : `${name} was SKIPPED: ${skipped}`));
  return [drawTable(head, rows), "", ...notes].join("\n");
};
