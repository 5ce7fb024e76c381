import { Link } from "@tanstack/react-router";
import type { ListedRequest } from "../api/routes.ts";
import { useNow } from "../ui/use-now.ts";
import { formatDuration, formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./inbox.module.css";
import { pendingDecisions } from "./pending-decisions.ts";
import { describeRequest } from "./request-words.ts";
import { Choose } from "./several.tsx";

/** The remaining time is shown in minutes, so it is refreshed at this interval. */
const LOOK_AGAIN_MS = 30_000;

interface RequestListProps {
  requests: readonly ListedRequest[];
  current: ListedRequest | undefined;
  /** The requests that are answered together. */
  chosenIds: readonly number[];
  onChoose(eventIds: readonly number[]): void;
}

/** Lists requests with the time that each has left, or when it was over. */
export const RequestList = ({ requests, current, chosenIds, onChoose }: RequestListProps) => {
  const held = pendingDecisions.use();
  const now = useNow(LOOK_AGAIN_MS);
  return (
    <ul className={styles.list}>
      {requests.map((request) => {
        const waits = held.find(({ eventId }) => eventId === request.event_id);
        return (
          <li key={request.event_id} className={styles.item}>
            {request.state === "open" && !waits && (
              <Choose
                request={request}
                isChosen={chosenIds.includes(request.event_id)}
                onChange={(isChosen) =>
                  onChoose([
                    ...chosenIds.filter((id) => id !== request.event_id),
                    ...(isChosen ? [request.event_id] : []),
                  ])
                }
              />
            )}
            <Link
              from="/inbox"
              to="/inbox"
              search={(former) => ({ ...former, request: request.event_id })}
              className={styles.row}
              aria-current={request === current ? "true" : undefined}
            >
              <span className={styles.rowHead}>
                <strong>{words.inbox.kinds[request.kind]}</strong>
                <small>{waits ? waits.said : timeOf(request, now)}</small>
              </span>
              <span className={styles.sentence}>{describeRequest(request)}</span>
              <small>{request.workflow_name}</small>
            </Link>
          </li>
        );
      })}
    </ul>
  );
};

const timeOf = (request: ListedRequest, now: number): string => {
  if (request.state !== "open") return formatMoment(request.settled_at ?? request.expires_at);
  const secondsLeft = (new Date(request.expires_at).getTime() - now) / 1000;
  return words.inbox.left(formatDuration(Math.max(0, secondsLeft)));
};
