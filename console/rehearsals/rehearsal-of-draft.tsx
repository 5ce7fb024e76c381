import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { agentQuery } from "../agents/agent-queries.ts";
import type { RehearsalOfEdit } from "../api/routes.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Facts } from "../ui/page.tsx";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { rehearsalsQuery } from "./rehearsal-queries.ts";
import { RehearsalResult } from "./rehearsal-state.tsx";
import styles from "./rehearsals.module.css";

interface RehearsalOfDraftProps {
  agentId: number;
  /** The rehearsal that was begun for the change. */
  attached: RehearsalOfEdit | null;
}

/** How the draft of an agent, exactly as it is, came out in its last rehearsal; offers to rehearse it where it has none. */
export const RehearsalOfDraft = ({ agentId, attached }: RehearsalOfDraftProps) => {
  const { data: agent } = useQuery(agentQuery(agentId));
  const list = useInfiniteQuery(rehearsalsQuery(agentId));
  if (!agent || !list.data) return null;
  const rehearsals = list.data.pages.flatMap((page) => page.rehearsals);
  const last =
    rehearsals.find(({ definition_digest: digest }) => digest === agent.definition_digest) ??
    rehearsals.find(({ id }) => id === attached?.id);
  return (
    <div className={styles.ofDraft}>
      <Facts
        facts={[
          [
            words.rehearsals.ofEdit,
            last ? (
              <>
                <RehearsalResult {...last} /> {formatMoment(last.created_at)}
              </>
            ) : (
              words.rehearsals.editNotRehearsed
            ),
          ],
        ]}
      />
      {last ? (
        <LinkButton to="/agents/$agentId/rehearsals/$rehearsalId" params={{ agentId, rehearsalId: last.id }}>
          {words.rehearsals.gateLook}
        </LinkButton>
      ) : (
        <LinkButton to="/agents/$agentId/rehearsals" params={{ agentId }} search={{ start: true }} needs="operator">
          {words.rehearsals.rehearse}
        </LinkButton>
      )}
    </div>
  );
};
