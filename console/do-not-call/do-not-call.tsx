import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { callApi } from "../api/client.ts";
import { PAGE_ROWS } from "../api/pace.ts";
import type { DoNotCallEntry } from "../api/routes.ts";
import { useActors } from "../campaigns/use-actors.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { FilterFields } from "../ui/filters.tsx";
import { Problem } from "../ui/form.tsx";
import { Plus, Trash2, Upload } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { useSettled } from "../ui/use-settled.ts";
import { formatDay, formatMoment, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { AddNumbers, UploadNumbers } from "./add-numbers.tsx";
import { CheckNumber } from "./check-number.tsx";

const useEntries = (q: string) =>
  useInfiniteQuery({
    queryKey: ["do-not-call", q],
    queryFn: ({ pageParam }) =>
      callApi("GET /do-not-call", {
        query: { limit: PAGE_ROWS, ...(q && { q }), ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

export const DoNotCall = () => {
  const [q, setQ] = useState("");
  const settled = useSettled(q);
  const list = useEntries(settled);
  const nameOf = useActors();
  const columns = useMemo(() => columnsOf(nameOf), [nameOf]);
  const { data, error, hasNextPage } = list;
  const [open, setOpen] = useState<"add" | "upload" | null>(null);
  const close = () => setOpen(null);
  const rows = data?.pages.flatMap((page) => page.do_not_call) ?? [];
  const isEmpty = data !== undefined && !list.isPlaceholderData && rows.length === 0 && settled === "" && q === "";
  const add = (
    <Button kind="primary" needs="operator" onClick={() => setOpen("add")}>
      <Plus aria-hidden /> {words.doNotCall.add}
    </Button>
  );
  return (
    <Page
      title={words.shell.doNotCall}
      actions={
        <>
          {!isEmpty && add}
          <Button needs="operator" onClick={() => setOpen("upload")}>
            <Upload aria-hidden /> {words.doNotCall.upload}
          </Button>
        </>
      }
    >
      <p>{words.doNotCall.intro}</p>
      <Card title={words.doNotCall.check}>
        <CheckNumber />
      </Card>
      {isEmpty ? (
        <Empty title={words.doNotCall.empty} text={words.doNotCall.emptyText}>
          {add}
        </Empty>
      ) : (
        <>
          <FilterFields>
            <TextField label={words.doNotCall.search} type="search" value={q} onChange={setQ} />
          </FilterFields>
          {error && <Problem error={error} />}
          {data && (
            <Card title={words.doNotCall.count} count={rows.length} hasMore={hasNextPage} isFlush>
              {rows.length === 0 ? (
                <Empty title={words.doNotCall.noneFound} text="" />
              ) : (
                <DataTable
                  label={words.shell.doNotCall}
                  columns={columns}
                  rows={rows}
                  keyOf={({ phone_number }) => phone_number}
                />
              )}
            </Card>
          )}
          <ShowMore list={list} />
        </>
      )}
      <Dialog isOpen={open === "add"} onClose={close} title={words.doNotCall.add}>
        <AddNumbers onDone={close} />
      </Dialog>
      <Dialog isOpen={open === "upload"} onClose={close} title={words.doNotCall.upload}>
        <UploadNumbers onDone={close} />
      </Dialog>
    </Page>
  );
};

const columnsOf = (nameOf: (actor: string) => string): readonly Column<DoNotCallEntry>[] => [
  { name: words.contacts.number, cell: ({ phone_number }) => <span className={table.mono}>{phone_number}</span> },
  { name: words.doNotCall.reason, cell: ({ reason }) => reason ?? NOTHING },
  { name: words.doNotCall.source, cell: ({ source }) => words.doNotCall.sources[source] ?? source },
  { name: words.doNotCall.by, cell: ({ created_by: id }) => (id === null ? NOTHING : nameOf(`user:${id}`)) },
  {
    name: words.doNotCall.since,
    cell: ({ created_at }) => <span className={table.soft}>{formatMoment(created_at)}</span>,
  },
  {
    name: words.doNotCall.expires,
    cell: ({ expires_at }) => (expires_at ? formatDay(expires_at) : words.doNotCall.forGood),
  },
  { name: words.doNotCall.remove, isNameHidden: true, cell: (entry) => <Remove number={entry.phone_number} /> },
];

const Remove = ({ number }: { number: string }) => {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const remove = useAction({
    run: () => callApi("DELETE /do-not-call/{phone_number}", { params: { phone_number: number } }),
    said: words.doNotCall.removed,
    onDone: () => queries.invalidateQueries({ queryKey: ["do-not-call"] }),
  });
  return (
    <div className={table.actions}>
      <Button kind="quiet" label={`${words.doNotCall.remove} ${number}`} needs="operator" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden />
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.doNotCall.removeTitle(number)}
        text={words.doNotCall.removeText}
        action={words.doNotCall.remove}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
};
