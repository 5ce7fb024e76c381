import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Problem } from "../ui/form.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import table from "../ui/table.module.css";
import { formatMoment, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { TextFilterFields } from "./text-filters.tsx";
import { type Text, type TextFilters, textsQuery } from "./text-queries.ts";
import styles from "./texts.module.css";

const { texts } = words;
const route = getRouteApi("/shell/texts");

/** Every text to people and from them, newest first, with what became of it. */
export const TextList = () => {
  const filters = route.useSearch();
  const navigate = useNavigate({ from: "/texts" });
  const list = useInfiniteQuery(textsQuery(filters));
  const rows = list.data?.pages.flatMap(({ messages }) => messages) ?? [];
  const isFiltered = Object.keys(filters).length > 0;
  const show = (change: { [K in keyof TextFilters]?: TextFilters[K] | undefined }) =>
    void navigate({ search: { ...filters, ...change }, replace: true });
  return (
    <Page title={words.shell.texts}>
      <p>{texts.intro}</p>
      <TextFilterFields filters={filters} onChange={show} />
      {list.error && <Problem error={list.error} />}
      {list.data && rows.length === 0 && (
        <Empty title={isFiltered ? texts.nothingFound : texts.empty} text={isFiltered ? "" : texts.emptyText}>
          {isFiltered && <Button onClick={() => void navigate({ search: {} })}>{words.calls.clearFilters}</Button>}
        </Empty>
      )}
      {rows.length > 0 && (
        <Card title={words.shell.texts} isFlush>
          <DataTable label={words.shell.texts} columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
        </Card>
      )}
      <ShowMore list={list} />
    </Page>
  );
};

const TONES: Readonly<Record<Text["state"], Tone>> = {
  queued: "busy",
  unknown: "warn",
  sent: "calm",
  delivered: "good",
  failed: "bad",
  received: "calm",
};

const COLUMNS: readonly Column<Text>[] = [
  { name: texts.when, cell: ({ created_at: at }) => <span className={table.soft}>{formatMoment(at)}</span> },
  {
    name: texts.person,
    cell: (text) => (
      <>
        <PersonOf text={text} />
        <p className={table.soft}>{texts.directions[text.direction]}</p>
      </>
    ),
  },
  {
    name: texts.text,
    width: 2,
    cell: ({ body, body_hidden: isHidden, error, keyword }) => (
      <>
        <span className={styles.words}>{body || texts.removed}</span>
        {keyword && <Badge tone={keyword === "stop" ? "bad" : "calm"}>{texts.keywords[keyword]}</Badge>}
        {isHidden && <p className={table.soft}>{texts.hidden}</p>}
        {error && <p className={table.soft}>{error}</p>}
      </>
    ),
  },
  { name: texts.state, cell: ({ state }) => <Badge tone={TONES[state]}>{texts.states[state]}</Badge> },
  { name: texts.number, cell: (text) => <span className={table.mono}>{ownNumberOf(text) || NOTHING}</span> },
  { name: words.calls.campaign, cell: (text) => <CampaignOf text={text} /> },
];

const ownNumberOf = ({ direction, from, to }: Text): string | null => (direction === "outbound" ? from : to);

const PersonOf = ({ text: { direction, from, to } }: { text: Text }) => {
  const number = direction === "outbound" ? to : from;
  if (number === null) return <>{texts.erased}</>;
  return (
    <Link to="/person" search={{ number }} className={styles.link}>
      {number}
    </Link>
  );
};

const CampaignOf = ({ text: { campaign_id: campaignId, campaign_name: name } }: { text: Text }) =>
  campaignId === null ? (
    NOTHING
  ) : (
    <Link to="/campaigns/$campaignId" params={{ campaignId }} className={styles.link}>
      {name ?? `#${campaignId}`}
    </Link>
  );
