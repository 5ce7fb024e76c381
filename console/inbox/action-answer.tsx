import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { ListedRequest } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Undo2 } from "../ui/icons.ts";
import { Facts } from "../ui/page.tsx";
import { useHindrance } from "../ui/role.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import type { AnswerProps } from "./answer-props.ts";
import styles from "./inbox.module.css";
import { requestsKey } from "./inbox-queries.ts";
import { NoteButtons } from "./note-buttons.tsx";
import { postponeDecision } from "./pending-decisions.ts";

export const ActionAnswer = ({ request, onDecided }: AnswerProps) => {
  const { event_id: eventId, subject } = request;
  const decide = (decision: "confirm" | "decline", note?: string) => {
    const said = words.inbox.decided[decision === "confirm" ? "confirmed" : "declined"] ?? decision;
    postponeDecision({ kind: "action", eventId, decision, ...(note !== undefined && { note }) }, said);
    onDecided();
  };
  return (
    <div className={styles.answer}>
      <NoteButtons
        approve={words.inbox.confirm}
        reject={words.inbox.decline}
        needs="operator"
        onApprove={() => decide("confirm")}
        onReject={(note) => decide("decline", note)}
      />
      <p className={styles.soft}>
        {words.inbox.afterConfirm} {subject["can_be_undone"] === true ? words.inbox.canUndo : words.inbox.cannotUndo}
      </p>
    </div>
  );
};

/** Shows the arguments of an action, to those who may confirm it. */
export const ActionArguments = ({ request: { event_id: eventId } }: { request: ListedRequest }) => {
  const hindrance = useHindrance("operator");
  const { data } = useQuery({
    queryKey: ["action", eventId, "arguments"],
    queryFn: () =>
      callApi("GET /timeline/actions/{action_event_id}/arguments", { params: { action_event_id: eventId } }),
    enabled: hindrance === undefined,
    staleTime: Infinity,
  });
  const given = Object.entries(data?.arguments ?? {});
  if (given.length === 0) return null;
  return (
    <Card title={words.inbox.given}>
      <Facts facts={given.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])} />
    </Card>
  );
};

/** Shows an action that was carried out; the API says why one cannot be undone. */
export const UndoAction = ({ request }: { request: ListedRequest }) => {
  const queries = useQueryClient();
  const undo = useAction({
    run: () => callApi("POST /timeline/actions/settle", { body: { event_id: request.event_id, decision: "undo" } }),
    said: words.inbox.undoing,
    onDone: () => queries.invalidateQueries({ queryKey: requestsKey }),
  });
  if (request.undone_at !== null) return <p className={styles.soft}>{words.inbox.undone}</p>;
  return (
    <div>
      <Button
        needs="operator"
        disabled={undo.isPending || request.subject["can_be_undone"] !== true}
        onClick={() => undo.mutate()}
      >
        <Undo2 aria-hidden /> {words.inbox.undo}
      </Button>
    </div>
  );
};
