import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { chooseButtonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { words } from "../words/words.ts";
import styles from "./inbox.module.css";
import { requestQuery, requestsKey } from "./inbox-queries.ts";
import { RequestDetail } from "./request-detail.tsx";
import { describeOutcome } from "./request-words.ts";

interface AbsentRequestProps {
  eventId: number;
  onDecided(): void;
}

/** Shows a selected request that this page of the list does not contain: it is over, has expired, or is on another page. */
export const AbsentRequest = ({ eventId, onDecided }: AbsentRequestProps) => {
  const queries = useQueryClient();
  const { data: found } = useQuery(requestQuery(eventId));
  if (found === undefined) return null;
  if (found?.state === "open") return <RequestDetail request={found} onDecided={onDecided} />;
  return (
    <div className={styles.detail}>
      <Notice tone="warn" title={found?.state === "expired" ? words.inbox.states.expired : words.inbox.gone}>
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
