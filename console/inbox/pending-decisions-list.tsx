import { Button } from "../ui/button.tsx";
import { Undo2 } from "../ui/icons.ts";
import { words } from "../words/words.ts";
import styles from "./inbox.module.css";
import { pendingDecisions, takeBackDecision } from "./pending-decisions.ts";

/** Shows the decisions of the last five seconds, with a button to undo each. */
export const PendingDecisions = () => {
  const held = pendingDecisions.use();
  return (
    <div role="status" aria-live="polite">
      {held.map(({ eventId, said }) => (
        <p key={eventId} className={styles.held}>
          <span>{words.inbox.held(said)}</span>
          <Button onClick={() => takeBackDecision(eventId)}>
            <Undo2 aria-hidden /> {words.inbox.takeBack}
          </Button>
        </p>
      ))}
    </div>
  );
};
