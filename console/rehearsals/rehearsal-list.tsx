import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { RehearsalListItem } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Problem } from "../ui/form.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import table from "../ui/table.module.css";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { rehearsalsQuery } from "./rehearsal-queries.ts";
import { RehearsalResult } from "./rehearsal-state.tsx";

/** The rehearsals of an agent, newest first; before the first one it says so only where there is something to rehearse. */
export const RehearsalList = ({ agentId, isShownEmpty }: { agentId: number; isShownEmpty: boolean }) => {
  const list = useInfiniteQuery(rehearsalsQuery(agentId));
  const rows = list.data?.pages.flatMap(({ rehearsals }) => rehearsals) ?? [];
  if (list.error) return <Problem error={list.error} />;
  if (rows.length === 0 && !isShownEmpty) return null;
  return (
    <Card
      title={words.rehearsals.past}
      count={rows.length === 0 ? undefined : rows.length}
      hasMore={list.hasNextPage}
      isFlush={rows.length > 0}
    >
      {rows.length === 0 ? (
        <p>{list.isPending ? words.shell.loading : words.rehearsals.pastEmpty}</p>
      ) : (
        <>
          <DataTable label={words.rehearsals.past} columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
          <ShowMore list={list} />
        </>
      )}
    </Card>
  );
};

const COLUMNS: readonly Column<RehearsalListItem>[] = [
  {
    name: words.rehearsals.when,
    cell: ({ id, workflow_id: agentId, created_at: at }) => (
      <Link
        className={table.rowLink}
        to="/agents/$agentId/rehearsals/$rehearsalId"
        params={{ agentId, rehearsalId: id }}
      >
        {formatMoment(at)}
      </Link>
    ),
  },
  { name: words.rehearsals.version, isNumber: true, cell: ({ version_number: version }) => formatWhole(version) },
  { name: words.rehearsals.result, cell: (row) => <RehearsalResult {...row} /> },
  {
    name: words.rehearsals.outcome,
    cell: ({ counts }) => words.rehearsals.counts(formatWhole(counts.green), formatWhole(counts.red + counts.failed)),
  },
];
