import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ListedRequest } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { Facts } from "../ui/page.tsx";
import { formatExact, formatMoment, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { ActionAnswer, ActionArguments, UndoAction } from "./action-answer.tsx";
import type { AnswerProps } from "./answer-props.ts";
import { EditAnswer, EditDifference } from "./edit-answer.tsx";
import styles from "./inbox.module.css";
import { wordsBeforeQuery } from "./inbox-queries.ts";
import { pendingDecisions } from "./pending-decisions.ts";
import { QuestionAnswer } from "./question-answer.tsx";
import { describeOutcome, describeRequest } from "./request-words.ts";
import { SecretAnswer } from "./secret-answer.tsx";

/** Shows the question, its reason, the words before it, and the effect of each answer. */
export const RequestDetail = ({ request, onDecided }: AnswerProps) => (
  <section className={styles.detail} aria-label={words.inbox.kinds[request.kind]}>
    <h2>{describeRequest(request)}</h2>
    <Decide {...{ request, onDecided }} />
    {request.kind === "edit" && <EditDifference request={request} />}
    {request.kind === "action" && request.state === "open" && <ActionArguments request={request} />}
    <Card title={words.inbox.said}>
      <WordsBefore request={request} />
    </Card>
    <Facts
      facts={[
        [words.inbox.agent, <AgentLink key="agent" request={request} />],
        [words.inbox.asked, formatMoment(request.created_at)],
        [words.inbox.decides, formatMoment(request.expires_at)],
      ]}
    />
  </section>
);

const AgentLink = ({ request: { workflow_id: agentId, workflow_name: name } }: { request: ListedRequest }) =>
  agentId === null ? (
    NOTHING
  ) : (
    <Link to="/agents/$agentId" params={{ agentId }} className={styles.link}>
      {name ?? agentId}
    </Link>
  );

const Decide = ({ request, onDecided }: AnswerProps) => {
  const held = pendingDecisions.use().find(({ eventId }) => eventId === request.event_id);
  if (held) return <Notice tone="calm" title={words.inbox.held(held.said)} />;
  if (request.state !== "open") {
    return (
      <>
        <Notice tone={request.state === "settled" ? "good" : "warn"} title={describeOutcome(request)} />
        {request.decision === "confirmed" && <UndoAction request={request} />}
      </>
    );
  }
  const Answer = ANSWERS[request.kind];
  return <Answer {...{ request, onDecided }} />;
};

const ANSWERS = { question: QuestionAnswer, action: ActionAnswer, edit: EditAnswer, secret: SecretAnswer };

const WordsBefore = ({ request }: { request: ListedRequest }) => {
  const { data: entries } = useQuery(wordsBeforeQuery(request));
  const { workflow_id: agentId, workflow_run_id: callId } = request;
  return (
    <>
      {entries?.length === 0 ? (
        <p className={styles.soft}>{words.inbox.notSaid}</p>
      ) : (
        <ol className={styles.said}>
          {entries?.map(({ id, at, speaker, text, heard }) => (
            <li key={id} data-speaker={speaker}>
              <small>
                {speaker === "agent" ? words.inbox.agent : words.inbox.caller} ·{" "}
                <time dateTime={at}>{formatExact(at)}</time>
              </small>
              <p>{heard ?? text}</p>
            </li>
          ))}
        </ol>
      )}
      {agentId !== null && callId !== null && (
        <Link to="/calls/$agentId/$callId" params={{ agentId, callId }} className={styles.link}>
          {words.inbox.toCall}
        </Link>
      )}
    </>
  );
};
