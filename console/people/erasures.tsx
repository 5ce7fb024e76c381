import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Erasure } from "../api/routes.ts";
import { useActors } from "../campaigns/use-actors.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/form.tsx";
import { Empty, Facts, Stack } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import table from "../ui/table.module.css";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { KeptData } from "./kept-data.tsx";
import { erasuresQuery, exportsQuery } from "./people-queries.ts";

/** Lists earlier erasures; none of them says who it was. */
export const Erasures = () => {
  const { data, error } = useQuery(erasuresQuery);
  const nameOf = useActors();
  const [openId, setOpenId] = useState<string | null>(null);
  const rows = data?.erasures ?? [];
  const queries = useQueryClient();
  const isRunning = rows.some(({ state }) => state === "running");
  // An erasure takes the person's exports with it.
  useEffect(() => {
    if (!isRunning) void queries.invalidateQueries({ queryKey: exportsQuery.queryKey });
  }, [isRunning, queries]);
  const open = rows.find(({ erasure_id: id }) => id === openId);
  return (
    <Card title={words.people.erasures} isFlush>
      {error && <Problem error={error} />}
      {data && rows.length === 0 && <Empty title={words.people.noErasures} text="" />}
      {rows.length > 0 && (
        <DataTable
          label={words.people.erasures}
          columns={columnsOf(nameOf, setOpenId)}
          rows={rows}
          keyOf={({ erasure_id: id }) => id}
        />
      )}
      <Dialog isOpen={open !== undefined} onClose={() => setOpenId(null)} title={words.people.receipt} isWide>
        {open && <Receipt erasure={open} nameOf={nameOf} />}
      </Dialog>
    </Card>
  );
};

const Receipt = ({ erasure, nameOf }: { erasure: Erasure; nameOf(actor: string): string }) => (
  <Stack>
    <Facts
      facts={[
        [words.people.reason, erasure.reason],
        [words.people.by, nameOf(erasure.requested_by)],
        [words.people.begun, formatMoment(erasure.created_at)],
        [words.people.finished, formatMoment(erasure.finished_at)],
        [words.people.keepDoNotCall, erasure.keep_do_not_call ? words.people.yes : words.people.no],
      ]}
    />
    <p>{words.people.receiptText}</p>
    <KeptData label={words.people.receipt} places={erasure.receipt} />
  </Stack>
);

const columnsOf = (
  nameOf: (actor: string) => string,
  open: (erasureId: string) => void,
): readonly Column<Erasure>[] => [
  {
    name: words.people.begun,
    cell: ({ created_at }) => <span className={table.soft}>{formatMoment(created_at)}</span>,
  },
  { name: words.people.reason, cell: ({ reason }) => reason },
  { name: words.people.by, cell: ({ requested_by: actor }) => nameOf(actor) },
  {
    name: words.people.state,
    cell: ({ state, step, steps_done: done, steps }) =>
      state === "done" ? (
        words.people.erased
      ) : (
        <>
          {step === null ? words.people.begins : words.people.steps[step]}
          <Progress label={words.people.progress} value={done} max={steps} />
        </>
      ),
  },
  {
    name: words.people.receipt,
    isNameHidden: true,
    cell: ({ erasure_id: id, state }) =>
      state === "done" && (
        <div className={table.actions}>
          <Button kind="quiet" onClick={() => open(id)}>
            {words.people.readReceipt}
          </Button>
        </div>
      ),
  },
];
