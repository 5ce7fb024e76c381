import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FoundCall } from "../api/routes.ts";
import { CallState } from "../ui/call-state.tsx";
import { Card } from "../ui/card.tsx";
import { Problem } from "../ui/form.tsx";
import { Empty } from "../ui/page.tsx";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { nameCall } from "./call-names.ts";
import { type CallFilters, saidQuery } from "./call-queries.ts";
import styles from "./calls.module.css";

/** The calls in which something was said, each with the words around it and a link to their place. */
export const FoundCalls = ({ said, filters }: { said: string; filters: CallFilters }) => {
  const { data, error } = useQuery(saidQuery(said, filters));
  if (error) return <Problem error={error} />;
  return (
    <Card title={data ? words.calls.count(formatWhole(data.calls.length)) : words.shell.loading} isFlush>
      {data?.calls.length === 0 ? (
        <Empty title={words.calls.nobodySaid} text={words.calls.nobodySaidText} />
      ) : (
        <ol className={styles.found} aria-label={words.calls.saidIn}>
          {data?.calls.map((call) => (
            <Found key={call.workflow_run_id} call={call} />
          ))}
        </ol>
      )}
      {data?.is_cut && <p className={styles.none}>{words.calls.saidCut}</p>}
    </Card>
  );
};

const Found = ({ call }: { call: FoundCall }) => {
  const { workflow_id: agentId, workflow_run_id: callId, entry_id: entry } = call;
  const number = call.call_type === "inbound" ? call.caller_number : call.called_number;
  return (
    <li>
      <div className={styles.speaker}>
        <Link
          className={styles.link}
          to="/calls/$agentId/$callId"
          params={{ agentId, callId }}
          search={entry === null ? {} : { entry }}
        >
          {nameCall(number, call)}
        </Link>
        <span>
          {call.workflow_name} · {formatMoment(call.said_at ?? call.created_at)}
        </span>
      </div>
      {call.highlights.length === 0 ? (
        <p>{call.text}</p>
      ) : (
        call.highlights.map((piece) => <Piece key={piece.text} {...piece} />)
      )}
      <CallState state={call.state} outcome={call.outcome} mode={call.mode} />
    </li>
  );
};

/** Words around what fits, which is marked. */
const Piece = ({ text, marks }: FoundCall["highlights"][number]) => {
  const ends = [...marks.map(({ end }) => end), text.length];
  return (
    <p>
      {text.slice(0, marks[0]?.start ?? text.length)}
      {marks.map(({ start, end }, index) => (
        <span key={start}>
          <mark>{text.slice(start, end)}</mark>
          {text.slice(end, marks[index + 1]?.start ?? ends.at(-1))}
        </span>
      ))}
    </p>
  );
};
