import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Run } from "../api/routes.ts";
import { CallState } from "../ui/call-state.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { describeEndReason } from "../ui/end-reason.ts";
import { chooseOutcomeLook } from "../ui/outcomes.ts";
import table from "../ui/table.module.css";
import { formatExact, formatLength, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { campaignRunsQuery } from "./campaign-queries.ts";
import styles from "./campaigns.module.css";

export const RecentCalls = ({ campaignId, isMoving }: { campaignId: number; isMoving: boolean }) => {
  const { data } = useQuery(campaignRunsQuery(campaignId, isMoving));
  return (
    <Card
      title={words.campaigns.calls}
      aside={
        <Link to="/calls" search={{ campaign: campaignId }} className={styles.allCalls}>
          {words.campaigns.allCalls}
          {data && ` (${formatWhole(data.total_count)})`}
        </Link>
      }
      isFlush
    >
      {data?.runs.length === 0 ? (
        <p className={styles.none}>{words.campaigns.noCalls}</p>
      ) : (
        <DataTable label={words.campaigns.calls} columns={COLUMNS} rows={data?.runs ?? []} keyOf={({ id }) => id} />
      )}
    </Card>
  );
};

/** The line of the reason is there before the call ends, so that the rows below do not move then. */
const StateAndReason = ({ run }: { run: Run }) => (
  <>
    <CallState state={run.state} outcome={run.outcome} />
    <p className={table.soft}>{describeEnd(run) ?? "\u00a0"}</p>
  </>
);

/** Says why it ended, where that is more than its outcome. */
const describeEnd = ({ outcome, error, end_reason: reason }: Run): string | undefined => {
  if (error !== null || reason === null) return error ?? undefined;
  const said = describeEndReason(reason);
  return outcome !== null && said === chooseOutcomeLook(outcome).name ? undefined : said;
};

const COLUMNS: readonly Column<Run>[] = [
  {
    name: words.calls.number,
    cell: (run) => (
      <Link
        className={`${table.rowLink} ${table.mono}`}
        to="/calls/$agentId/$callId"
        params={{ agentId: run.workflow_id, callId: run.id }}
      >
        {run.called_number}
      </Link>
    ),
  },
  { name: words.calls.state, cell: (run) => <StateAndReason run={run} /> },
  { name: words.calls.attempt, isNumber: true, cell: (run) => run.attempt },
  { name: words.calls.length, isNumber: true, cell: (run) => formatLength(run.duration_seconds || null) },
  { name: words.calls.when, cell: (run) => <span className={table.soft}>{formatExact(run.created_at)}</span> },
];
