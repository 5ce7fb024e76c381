import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ListedRequest } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { chooseButtonClass } from "../ui/button.tsx";
import { SwitchField } from "../ui/fields.tsx";
import { filterClass, Filters } from "../ui/filters.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { formatDuration, formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { HeldDecisions } from "./held.tsx";
import { heldDecisions } from "./held-decisions.ts";
import { requestsKey, requestsQuery, type RequestState } from "./inbox-queries.ts";
import styles from "./inbox.module.css";
import { RequestDetail } from "./request-detail.tsx";
import { describeOutcome, describeRequest } from "./request-words.ts";
import { Choose, Several } from "./several.tsx";
import { isListeningToKeys, keepListening, useInboxKeys } from "./use-inbox-keys.ts";

const route = getRouteApi("/shell/inbox");
const STATES: readonly RequestState[] = ["open", "settled", "expired"];

/** The inbox: the requests of agents, the earliest deadline first, with the details of one beside them. */
export const Inbox = () => {
  const { state = "open", request: chosen } = route.useSearch();
  const navigate = useNavigate({ from: "/inbox" });
  const { data } = useQuery(requestsQuery(state));
  const held = heldDecisions.use();
  const [hasKeys, setKeys] = useState(isListeningToKeys);
  const requests = data?.requests ?? [];
  const waiting = requests.filter(({ event_id }) => !held.some(({ eventId }) => eventId === event_id));
  const current = requests.find(({ event_id }) => event_id === chosen) ?? (chosen ? undefined : waiting[0]);
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const several = waiting.filter(({ event_id }) => chosenIds.includes(event_id));
  const choose = (eventId: number | undefined) =>
    void navigate({ search: (former) => ({ ...former, request: eventId }), replace: true });
  useInboxKeys({ isOn: hasKeys, requests: waiting, current, choose });
  return (
    <Page
      title={words.inbox.title}
      status={data && <Badge tone="calm">{words.inbox.count(formatWhole(data.total_count))}</Badge>}
    >
      <Filters label={words.inbox.filters}>
        {STATES.map((each) => (
          <Link
            key={each}
            to="/inbox"
            search={each === "open" ? {} : { state: each }}
            className={filterClass}
            aria-current={each === state ? "true" : undefined}
          >
            {words.inbox.states[each]}
          </Link>
        ))}
      </Filters>
      <HeldDecisions />
      {data && requests.length === 0 && !chosen ? (
        <NothingHere state={state} />
      ) : (
        <div className={styles.inbox}>
          <RequestList requests={requests} current={current} chosenIds={chosenIds} onChoose={setChosenIds} />
          {several.length > 1 ? (
            <Several requests={several} onDecided={() => setChosenIds([])} />
          ) : current ? (
            <RequestDetail
              key={current.event_id}
              request={current}
              onDecided={() => choose(nextOf(waiting, current))}
            />
          ) : (
            chosen && data && <Gone eventId={chosen} />
          )}
        </div>
      )}
      {state === "open" && requests.length > 0 && (
        <div className={styles.keys}>
          <SwitchField
            label={words.inbox.keysOn}
            isOn={hasKeys}
            onChange={(isOn) => {
              keepListening(isOn);
              setKeys(isOn);
            }}
          />
        </div>
      )}
    </Page>
  );
};

/** Returns the next request of the list; at the end the one before it. */
const nextOf = (requests: readonly ListedRequest[], { event_id }: ListedRequest): number | undefined => {
  const at = requests.findIndex((each) => each.event_id === event_id);
  return (requests[at + 1] ?? requests[at - 1])?.event_id;
};

interface RequestListProps {
  requests: readonly ListedRequest[];
  current: ListedRequest | undefined;
  /** The requests that are answered together. */
  chosenIds: readonly number[];
  onChoose(eventIds: readonly number[]): void;
}

const RequestList = ({ requests, current, chosenIds, onChoose }: RequestListProps) => {
  const held = heldDecisions.use();
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
                <small>{waits ? waits.said : timeOf(request)}</small>
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

const timeOf = (request: ListedRequest): string => {
  if (request.state !== "open") return formatMoment(request.settled_at ?? request.expires_at);
  const secondsLeft = (new Date(request.expires_at).getTime() - Date.now()) / 1000;
  return words.inbox.left(formatDuration(Math.max(0, secondsLeft)));
};

/** Shown when the selected request is no longer in the list: somebody else was first, or it has expired. */
const Gone = ({ eventId }: { eventId: number }) => {
  const queries = useQueryClient();
  const { data: settled } = useQuery({ ...requestsQuery("settled"), staleTime: 0 });
  const { data: open } = useQuery(requestsQuery("open"));
  const found = [...(settled?.requests ?? []), ...(open?.requests ?? [])].find(({ event_id }) => event_id === eventId);
  if (!settled) return null;
  return (
    <div className={styles.detail}>
      <Notice tone="warn" title={words.inbox.gone}>
        {found ? describeOutcome(found) : words.inbox.noneText}
      </Notice>
      <div>
        <Link
          to="/inbox"
          className={chooseButtonClass()}
          onClick={() => void queries.invalidateQueries({ queryKey: requestsKey })}
        >
          {words.inbox.states.open}
        </Link>
      </div>
    </div>
  );
};

const NothingHere = ({ state }: { state: RequestState }) =>
  state === "open" ? (
    <Empty title={words.inbox.empty} text={words.inbox.emptyText} docs="Channels and timeline">
      <LinkButton kind="primary" to="/agents">
        {words.inbox.emptyAction}
      </LinkButton>
    </Empty>
  ) : (
    <Empty
      title={state === "settled" ? words.inbox.noneSettled : words.inbox.noneExpired}
      text={words.inbox.noneText}
    />
  );
