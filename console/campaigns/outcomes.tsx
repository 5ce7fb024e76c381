import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "../ui/card.tsx";
import { chooseOutcomeLook } from "../ui/outcomes.ts";
import { formatMoment, formatPercent, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./campaigns.module.css";
import { summaryQuery } from "./ended-calls.ts";

interface OutcomesProps {
  campaignId: number;
  isMoving: boolean;
  /** As they were then. */
  asOf?: string | undefined;
}

export const Outcomes = ({ campaignId, isMoving, asOf }: OutcomesProps) => {
  const { data } = useQuery({
    ...summaryQuery(campaignId, isMoving && asOf === undefined, asOf),
    placeholderData: keepPreviousData,
  });
  const counts = Object.entries(data?.outcomes ?? {}).toSorted(([, a], [, b]) => b - a);
  const calls = counts.reduce((sum, [, value]) => sum + value, 0);
  return (
    <Card
      title={words.campaigns.outcomes}
      aside={data && <span className="numbers">{words.campaigns.callCount(formatWhole(calls))}</span>}
    >
      {data?.calls_removed && (
        <p role="note">
          {words.campaigns.callsRemoved(formatWhole(data.calls_removed.calls), formatMoment(data.calls_removed.at))}
        </p>
      )}
      {data !== undefined && data.not_called_by_end > 0 && (
        <p>{words.campaigns.notCalledByEnd(formatWhole(data.not_called_by_end))}</p>
      )}
      {counts.length === 0 ? (
        <p>{data ? words.campaigns.noCalls : words.shell.loading}</p>
      ) : (
        <ul className={styles.outcomes}>
          {counts.map(([key, value]) => (
            <li key={key}>
              <Link to="/calls" search={{ campaign: campaignId, outcome: key }}>
                {chooseOutcomeLook(key).name}
              </Link>
              <Link
                to="/calls"
                search={{ campaign: campaignId, outcome: key }}
                aria-label={words.campaigns.callCount(formatWhole(value))}
              >
                {formatWhole(value)}
              </Link>
              <span className={styles.outcomeShare}>{formatPercent(value / calls)}</span>
              <span
                className={styles.outcomeBar}
                style={{
                  width: `${Math.max(1, (100 * value) / calls)}%`,
                  background: `var(${chooseOutcomeLook(key).color})`,
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Answerers campaignId={campaignId} counts={data?.answered_by ?? {}} />
    </Card>
  );
};

/** The calls by who answered them. */
const Answerers = ({ campaignId, counts }: { campaignId: number; counts: Readonly<Record<string, number>> }) => {
  const calls = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (calls === 0) return null;
  return (
    <>
      <h3>{words.calls.answeredBy}</h3>
      <ul className={styles.outcomes}>
        {Object.entries(words.calls.answerers)
          .filter(([by]) => (counts[by] ?? 0) > 0)
          .map(([by, name]) => (
            <li key={by}>
              <Link to="/calls" search={{ campaign: campaignId, answeredBy: by }}>
                {name}
              </Link>
              <span>{formatWhole(counts[by] ?? 0)}</span>
              <span className={styles.outcomeShare}>{formatPercent((counts[by] ?? 0) / calls)}</span>
            </li>
          ))}
      </ul>
    </>
  );
};
