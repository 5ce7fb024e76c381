import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { ApiKey } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatDay, formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";

const programsQuery = queryOptions({
  queryKey: ["programs"],
  queryFn: async () => (await callApi("GET /oauth/programs")).programs,
});

/** Lists the programs that the person has let in (OAuth); each can be stopped. Nothing is shown where there is none. */
export const Programs = () => {
  const queries = useQueryClient();
  const { data: programs } = useSuspenseQuery(programsQuery);
  const stop = useAction({
    run: (id: number) => callApi("DELETE /oauth/programs/{api_key_id}", { params: { api_key_id: id } }),
    said: words.letIn.stopped,
    onDone: () => queries.invalidateQueries({ queryKey: programsQuery.queryKey }),
  });
  if (programs.length === 0) return null;
  const columns: readonly Column<ApiKey>[] = [
    {
      name: words.shell.name,
      cell: ({ name, environment }) => (
        <>
          {name} {environment === "sandbox" && <Badge tone="busy">{words.organization.sandboxKey}</Badge>}
        </>
      ),
    },
    {
      name: words.organization.keyEnd,
      cell: ({ expires_at: at }) => <span className={table.soft}>{at ? formatDay(at) : words.organization.never}</span>,
    },
    {
      name: words.organization.lastUsed,
      cell: ({ last_used_at: at }) => (
        <span className={table.soft}>{at ? formatMoment(at) : words.organization.never}</span>
      ),
    },
    {
      name: words.shell.more,
      isNameHidden: true,
      cell: ({ id, name }) => (
        <div className={table.actions}>
          <Button aria-label={`${words.letIn.stop}: ${name}`} onClick={() => stop.mutate(id)}>
            {words.letIn.stop}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Card title={words.letIn.own} count={programs.length} isFlush>
      <DataTable label={words.letIn.own} columns={columns} rows={programs} keyOf={({ id }) => id} />
    </Card>
  );
};
