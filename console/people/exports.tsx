import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { PersonExport } from "../api/routes.ts";
import { useActors } from "../campaigns/use-actors.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Problem } from "../ui/form.tsx";
import { Empty } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatBytes, formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { exportsQuery } from "./people-queries.ts";

/** Lists exports, with their files as long as they are kept. */
export const Exports = () => {
  const { data, error } = useQuery(exportsQuery);
  const nameOf = useActors();
  const rows = data?.exports ?? [];
  return (
    <Card title={words.people.exports} isFlush>
      {error && <Problem error={error} />}
      {data && rows.length === 0 && <Empty title={words.people.noExports} text="" />}
      {rows.length > 0 && (
        <DataTable
          label={words.people.exports}
          columns={columnsOf(nameOf)}
          rows={rows}
          keyOf={({ export_id: id }) => id}
        />
      )}
    </Card>
  );
};

const columnsOf = (nameOf: (actor: string) => string): readonly Column<PersonExport>[] => [
  {
    name: words.people.begun,
    cell: ({ created_at }) => <span className={table.soft}>{formatMoment(created_at)}</span>,
  },
  { name: words.people.reason, cell: ({ reason }) => reason },
  { name: words.people.by, cell: ({ requested_by: actor }) => nameOf(actor) },
  { name: words.people.state, cell: (row) => describeState(row) },
  { name: words.people.file, isNameHidden: true, cell: (row) => <FileOf row={row} /> },
];

const describeState = ({ state, expires_at, size_bytes }: PersonExport): string =>
  state === "done" && expires_at !== null
    ? words.people.keptUntil(formatBytes(size_bytes ?? 0), formatMoment(expires_at))
    : words.people.exportStates[state];

const FileOf = ({ row: { export_id, state } }: { row: PersonExport }) => {
  const queries = useQueryClient();
  const params = { export_id };
  const download = useAction({
    run: () => callApi("GET /people/exports/{export_id}/download", { params }),
    onDone: ({ url }) => window.location.assign(url),
    savesNothing: true,
  });
  const cancel = useAction({
    run: () => callApi("POST /people/exports/{export_id}/cancel", { params }),
    onDone: () => queries.invalidateQueries({ queryKey: ["people", "exports"] }),
  });
  return (
    <div className={table.actions}>
      {state === "done" && (
        <Button kind="quiet" needs="admin" onClick={() => download.mutate()}>
          {words.people.download}
        </Button>
      )}
      {state === "running" && (
        <Button kind="quiet" needs="admin" onClick={() => cancel.mutate()}>
          {words.shell.cancel}
        </Button>
      )}
    </div>
  );
};
