import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { accountQuery } from "../api/account.ts";
import { buildUrl, callApi } from "../api/client.ts";
import { PAGE_ROWS } from "../api/pace.ts";
import type { Act, ActKind } from "../api/routes.ts";
import { useActors } from "../campaigns/use-actors.ts";
import { chooseButtonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice, type Option } from "../ui/choice.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { FilterFields } from "../ui/filters.tsx";
import { Download } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import table from "../ui/table.module.css";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";

const { audit } = words;

type Shown = ActKind | "all";

const useActs = (kind: Shown) =>
  useInfiniteQuery({
    queryKey: ["audit", kind],
    queryFn: ({ pageParam }) =>
      callApi("GET /audit", {
        query: {
          limit: PAGE_ROWS,
          ...(kind !== "all" && { kind }),
          ...(pageParam > 0 && { cursor: pageParam }),
        },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** Lists who did what: everybody's acts for admins, and their own for others. */
export const Audit = () => {
  const [kind, setKind] = useState<Shown>("all");
  const { data: account } = useSuspenseQuery(accountQuery);
  const isAdmin = account.role === "admin" || account.role === "owner";
  const list = useActs(kind);
  const nameOf = useActors();
  const columns = useMemo(() => columnsOf(nameOf), [nameOf]);
  const rows = list.data?.pages.flatMap(({ acts }) => acts) ?? [];
  return (
    <Page
      title={words.shell.audit}
      actions={
        isAdmin && (
          <a className={chooseButtonClass()} href={buildUrl("GET /audit/export")} download>
            <Download aria-hidden /> {audit.export}
          </a>
        )
      }
    >
      <p>{isAdmin ? audit.intro : audit.ownIntro}</p>
      <FilterFields>
        <Choice<Shown> label={audit.kind} options={OPTIONS} value={kind} onChange={setKind} />
      </FilterFields>
      {list.data && rows.length === 0 ? (
        <Empty title={audit.empty} text={audit.emptyText} />
      ) : (
        <Card title={words.shell.audit} isFlush>
          <DataTable label={words.shell.audit} columns={columns} rows={rows} keyOf={({ id }) => id} />
        </Card>
      )}
      <ShowMore list={list} />
    </Page>
  );
};

/** In the order in which people look for them. */
const KINDS: readonly ActKind[] = [
  "logged_in",
  "log_in_failed",
  "logged_out",
  "password_changed",
  "second_factor_changed",
  "key_made",
  "key_used_from_new_network",
  "looked_at_person",
  "looked_at_original",
  "downloaded",
  "exported",
  "secret_read",
  "called_over_mcp",
  "changed",
];
const OPTIONS: readonly Option<Shown>[] = [
  { value: "all", label: audit.all },
  ...KINDS.map((value) => ({ value, label: audit.kinds[value] })),
];

const columnsOf = (nameOf: (actor: string) => string): readonly Column<Act>[] => [
  { name: audit.when, cell: ({ at }) => <span className={table.soft}>{formatMoment(at)}</span> },
  {
    name: audit.what,
    cell: (act) => (
      <>
        {audit.sentences[act.kind](nameActor(act, nameOf))}
        <p className={table.soft}>{describeSubject(act)}</p>
      </>
    ),
  },
  { name: audit.from, cell: ({ address }) => <span className={table.soft}>{address}</span> },
];

const nameActor = ({ actor, user_id: userId }: Act, nameOf: (actor: string) => string): string => {
  if (actor === "link") return audit.byLink;
  if (actor === "directory") return audit.byDirectory;
  if (actor !== "unknown") return nameOf(actor);
  return userId === null ? audit.unknown : nameOf(`user:${userId}`);
};

/** Names the operation and the ids that it was carried out with. */
const describeSubject = ({ operation, subject }: Act): string =>
  [operation, ...Object.entries(subject).map(([name, value]) => `${name} ${value}`)].filter(Boolean).join(", ");
