import { useQuery } from "@tanstack/react-query";
import type { Run } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { formatExact, formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { callTimelineQuery, transcriptQuery } from "./call-queries.ts";
import styles from "./calls.module.css";
import { mergeTimeline, type TimelineLine } from "./timeline-lines.ts";

/** Lists what happened in and around a call, errors first. */
export const CallTimeline = ({ call }: { call: Run }) => {
  const address = { agentId: call.workflow_id, callId: call.id };
  const { data } = useQuery(callTimelineQuery(address, !call.is_completed));
  const { data: transcript } = useQuery(transcriptQuery(address, !call.is_completed));
  const { errors, rest } = mergeTimeline(call, data?.events ?? [], transcript?.entries ?? []);
  return (
    <Card title={words.calls.timeline}>
      {errors.length > 0 && <Lines label={words.calls.wentWrong} lines={errors} isBad />}
      {data && errors.length + rest.length === 0 ? (
        <p className={styles.none}>{words.calls.noTimeline}</p>
      ) : (
        <Lines label={words.calls.timeline} lines={rest} />
      )}
    </Card>
  );
};

interface LinesProps {
  label: string;
  lines: readonly TimelineLine[];
  isBad?: boolean;
}

const Lines = ({ label, lines, isBad = false }: LinesProps) => (
  <ol className={styles.timeline} aria-label={label} data-bad={isBad}>
    {lines.map(({ key, at, text }) => (
      <li key={key}>
        <time dateTime={at} title={formatExact(at)}>
          {formatMoment(at)}
        </time>
        <span>{text}</span>
      </li>
    ))}
  </ol>
);
