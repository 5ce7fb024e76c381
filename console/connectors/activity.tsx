import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ConnectorActivity } from "../api/routes.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import table from "../ui/table.module.css";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { activityQuery } from "./connector-queries.ts";
import styles from "./connectors.module.css";
import { nameAction } from "./name-action.ts";

const TONES: Record<ConnectorActivity["outcome"], Tone> = {
  running: "busy",
  done: "good",
  refused: "bad",
  failed: "bad",
  unknown: "warn",
};

/** Lists what agents did in the apps, the latest first. */
export const Activity = () => {
  const list = useInfiniteQuery(activityQuery);
  const { data, hasNextPage } = list;
  const rows = data?.pages.flatMap(({ activity }) => activity) ?? [];
  return (
    <Card title={words.connectors.activity} count={rows.length} hasMore={hasNextPage} isFlush>
      {data && rows.length === 0 ? (
        <p className={styles.none}>{words.connectors.noActivity}</p>
      ) : (
        <DataTable
          label={words.connectors.activity}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ tool_call_id: id }) => id}
        />
      )}
      <ShowMore list={list} label={words.connectors.further} className={styles.further} />
    </Card>
  );
};

const COLUMNS: readonly Column<ConnectorActivity>[] = [
  {
    name: words.connectors.action,
    cell: ({ action, tool_name: tool, is_compensation: isUndone, workflow_id: agentId, workflow_run_id: callId }) => (
      <Link className={table.rowLink} to="/calls/$agentId/$callId" params={{ agentId, callId }}>
        {tool ?? nameAction(action)}
        {isUndone && ` (${words.connectors.takenBack})`}
      </Link>
    ),
  },
  { name: words.connectors.account, cell: ({ account_label: label }) => label },
  {
    name: words.connectors.outcome,
    cell: ({ outcome, error }) => (
      <>
        <Badge tone={TONES[outcome]}>{words.connectors.outcomes[outcome]}</Badge> {error}
      </>
    ),
  },
  { name: words.calls.when, cell: ({ at }) => <span className={table.soft}>{formatMoment(at)}</span> },
];
