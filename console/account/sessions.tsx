import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";
import { useEntry } from "../sign-in/sign-in.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";

type Session = Answer<"GET /auth/sessions">["sessions"][number];

export const sessionsKey = ["sessions"] as const;
const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async () => (await callApi("GET /auth/sessions")).sessions,
});

/** Lists the person's sessions; each but this one can be ended, or all of them at once. */
export const Sessions = () => {
  const queries = useQueryClient();
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const leave = useEntry("/console/sign-in");
  const onDone = () => queries.invalidateQueries({ queryKey: sessionsKey });
  const endOne = useAction({
    run: (id: number) => callApi("DELETE /auth/sessions/{session_id}", { params: { session_id: id } }),
    said: words.account.ended,
    onDone,
  });
  const endAll = useAction({
    run: () => callApi("DELETE /auth/sessions", { query: { include_current: true } }),
    onDone: leave,
  });
  const areOthers = sessions.some(({ is_current: isCurrent }) => !isCurrent);
  const endOthers = useAction({
    run: () => callApi("DELETE /auth/sessions"),
    said: words.account.endedOthers,
    onDone,
  });
  const columns: readonly Column<Session>[] = [
    {
      name: words.account.began,
      cell: ({ created_at: at, is_current: isCurrent }) => (
        <>
          {formatMoment(at)} {isCurrent && <Badge tone="good">{words.account.thisOne}</Badge>}
        </>
      ),
    },
    { name: words.account.device, cell: ({ device }) => device ?? "–" },
    { name: words.account.network, cell: ({ address }) => <span className={table.soft}>{address ?? "–"}</span> },
    {
      name: words.account.endsAt,
      cell: ({ expires_at: at }) => <span className={table.soft}>{formatMoment(at)}</span>,
    },
    {
      name: words.shell.more,
      isNameHidden: true,
      cell: ({ id, created_at: at, is_current: isCurrent }) =>
        !isCurrent && (
          <div className={table.actions}>
            <Button aria-label={words.account.endOf(formatMoment(at))} onClick={() => endOne.mutate(id)}>
              {words.account.end}
            </Button>
          </div>
        ),
    },
  ];
  return (
    <Card
      title={`${words.account.sessions} (${formatWhole(sessions.length)})`}
      aside={
        <>
          {areOthers && (
            <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {words.account.endOthers}
            </Button>
          )}
          <Button disabled={endAll.isPending} onClick={() => endAll.mutate()}>
            {words.account.endAll}
          </Button>
        </>
      }
      isFlush
    >
      <DataTable label={words.account.sessions} columns={columns} rows={sessions} keyOf={({ id }) => id} />
    </Card>
  );
};
