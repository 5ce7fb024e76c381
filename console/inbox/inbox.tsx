import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Answer } from "../api/client.ts";
import type { ListedRequest } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { SwitchField } from "../ui/fields.tsx";
import { Filters, filterClass } from "../ui/filters.tsx";
import { Problem } from "../ui/form.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { AbsentRequest } from "./absent-request.tsx";
import styles from "./inbox.module.css";
import { type RequestState, requestsQuery } from "./inbox-queries.ts";
import { pendingDecisions } from "./pending-decisions.ts";
import { PendingDecisions } from "./pending-decisions-list.tsx";
import { RequestDetail } from "./request-detail.tsx";
import { RequestList } from "./request-list.tsx";
import { Several } from "./several.tsx";
import { isListeningToKeys, keepListening, useInboxKeys } from "./use-inbox-keys.ts";

const route = getRouteApi("/shell/inbox");
const STATES: readonly RequestState[] = ["open", "settled", "expired"];

/** The inbox: the requests of agents, the earliest deadline first, with the details of one beside them. */
export const Inbox = () => {
  const { state = "open", request: chosen, page = 1 } = route.useSearch();
  const navigate = useNavigate({ from: "/inbox" });
  const { data, error } = useQuery(requestsQuery(state, page));
  const held = pendingDecisions.use();
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
      <PendingDecisions />
      {error && <Problem error={error} />}
      {data && isPastEnd(data) ? (
        <ToPage page={Math.max(1, data.total_pages)} />
      ) : data && requests.length === 0 && !chosen ? (
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
            chosen &&
            data && <AbsentRequest key={chosen} eventId={chosen} onDecided={() => choose(waiting[0]?.event_id)} />
          )}
        </div>
      )}
      <Pager
        page={page}
        pages={data?.total_pages ?? 1}
        onChange={(next) => void navigate({ search: (former) => ({ ...former, request: undefined, page: next }) })}
      />
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

/** Opens a page, once, unlike the router's own element, which does so at each render. */
const ToPage = ({ page }: { page: number }) => {
  const navigate = useNavigate({ from: "/inbox" });
  useEffect(() => {
    void navigate({ search: (former) => ({ ...former, page }), replace: true });
  }, [navigate, page]);
  return null;
};

/** Tells whether this page is behind the last one, because the requests on it were decided meanwhile. */
const isPastEnd = ({ page, total_pages: pages }: Answer<"GET /timeline/requests">): boolean => page > 1 && page > pages;

/** Returns the next request of the list; at the end the one before it. */
const nextOf = (requests: readonly ListedRequest[], { event_id }: ListedRequest): number | undefined => {
  const at = requests.findIndex((each) => each.event_id === event_id);
  return (requests[at + 1] ?? requests[at - 1])?.event_id;
};

const NothingHere = ({ state }: { state: RequestState }) =>
  state === "open" ? (
    <Empty title={words.inbox.empty} text={words.inbox.emptyText}>
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
