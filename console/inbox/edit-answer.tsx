import { useQuery } from "@tanstack/react-query";
import { nodeTypesQuery } from "../agents/agent-queries.ts";
import type { ListedRequest } from "../api/routes.ts";
import { RehearsalOfDraft } from "../rehearsals/rehearsal-of-draft.tsx";
import { Card } from "../ui/card.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { words } from "../words/words.ts";
import type { AnswerProps } from "./answer-props.ts";
import { listChangedParts } from "./changed-parts.ts";
import styles from "./inbox.module.css";
import { NoteButtons } from "./note-buttons.tsx";
import { postponeDecision } from "./pending-decisions.ts";

export const EditAnswer = ({ request, onDecided }: AnswerProps) => {
  const { event_id: eventId, workflow_id: agentId } = request;
  const decide = (decision: "publish" | "discard", note?: string) => {
    const said = words.inbox.decided[decision === "publish" ? "published" : "discarded"] ?? decision;
    postponeDecision({ kind: "edit", eventId, decision, ...(note !== undefined && { note }) }, said);
    onDecided();
  };
  return (
    <div className={styles.answer}>
      <NoteButtons
        approve={words.inbox.publish}
        reject={words.inbox.discard}
        needs="admin"
        onApprove={() => decide("publish")}
        onReject={(note) => decide("discard", note)}
      >
        {agentId !== null && (
          <LinkButton to="/agents/$agentId" params={{ agentId }} data-key="e">
            {words.inbox.edit}
          </LinkButton>
        )}
      </NoteButtons>
      <p className={styles.soft}>{words.inbox.afterPublish}</p>
      {agentId !== null && <RehearsalOfDraft agentId={agentId} attached={request.rehearsal} />}
    </div>
  );
};

/** Shows the former and the new text, by step and field. */
export const EditDifference = ({ request }: { request: ListedRequest }) => {
  const nameOf = useFieldNames();
  return (
    <Card title={words.inbox.difference}>
      <ul className={styles.difference}>
        {listChangedParts(request).map(({ id, name, change, fields }) => (
          <li key={id}>
            <strong>
              {name} ({words.inbox.changes[change]})
            </strong>
            {fields.map(({ field, before, after }) => (
              <div key={field}>
                <span>{nameOf(field)}</span>
                <small>{words.inbox.was}</small>
                <del>{before || words.inbox.empties}</del>
                <small>{words.inbox.becomes}</small>
                <ins>{after || words.inbox.empties}</ins>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** Names the fields of steps as their forms do. */
const useFieldNames = (): ((field: string) => string) => {
  const { data } = useQuery(nodeTypesQuery);
  const properties = data?.node_types.flatMap((type) => type.properties) ?? [];
  return (field) => properties.find(({ name }) => name === field)?.display_name ?? field;
};
