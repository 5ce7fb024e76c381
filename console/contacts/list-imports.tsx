import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import table from "../ui/table.module.css";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { IMPORTS_SHOWN, type Import, importsQuery, isUnderWay, listsKey } from "./contact-queries.ts";
import styles from "./contacts.module.css";

/** Lists the imports of a list, for a person who has left their pages: what was read so far and what was refused. */
export const ListImports = ({ listId }: { listId: number }) => {
  const queries = useQueryClient();
  const { data: imports = [] } = useQuery(importsQuery(listId));
  const isReading = imports.some(isUnderWay);
  const wasReading = useRef(false);
  useEffect(() => {
    // New contacts are shown when the last import has ended.
    if (wasReading.current && !isReading) void queries.invalidateQueries({ queryKey: listsKey });
    wasReading.current = isReading;
  }, [isReading, queries]);
  if (imports.length === 0) return null;
  const shown = imports.slice(0, IMPORTS_SHOWN);
  return (
    <Card title={words.contacts.importsOf} count={shown.length} hasMore={imports.length > IMPORTS_SHOWN} isFlush>
      <DataTable label={words.contacts.importsOf} columns={COLUMNS} rows={shown} keyOf={({ import_id }) => import_id} />
    </Card>
  );
};

const stateOf = ({ status, error }: Import): string => {
  if (status === "completed") return words.contacts.imported;
  return status === "failed" ? (error ?? words.contacts.importFailed) : words.contacts.reading;
};

const COLUMNS: readonly Column<Import>[] = [
  {
    name: words.contacts.importBegun,
    cell: ({ contact_list_id: listId, import_id: importId, created_at }) => (
      <Link className={table.rowLink} to="/contacts/$listId/imports/$importId" params={{ listId, importId }}>
        {formatMoment(created_at)}
      </Link>
    ),
  },
  { name: words.contacts.importState, cell: stateOf },
  { name: words.contacts.rows, isNumber: true, cell: ({ total_rows: rows }) => formatWhole(rows) },
  { name: words.contacts.taken, isNumber: true, cell: ({ imported }) => formatWhole(imported) },
  { name: words.contacts.updated, isNumber: true, cell: ({ updated }) => formatWhole(updated) },
  {
    name: words.contacts.invalid,
    isNumber: true,
    cell: ({ invalid, errors_url: url }) =>
      url === null ? (
        formatWhole(invalid)
      ) : (
        <a
          href={url}
          className={styles.link}
          download
          aria-label={`${words.contacts.refusedRows}: ${formatWhole(invalid)}`}
        >
          {formatWhole(invalid)}
        </a>
      ),
  },
];
