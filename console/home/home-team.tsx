import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TeamStatus } from "../api/routes.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./home.module.css";
import { teamQuery } from "./home-queries.ts";

type State = TeamStatus["agents"][number]["state"];
const TONES: Record<State, Tone> = {
  on_call: "good",
  waiting_for_you: "warn",
  thinking: "busy",
  paused: "warn",
  idle: "calm",
};

/** Lists what each agent is doing, with a link to its call. */
export const Team = () => {
  const { data: agents = [] } = useQuery(teamQuery);
  return (
    <Card title={words.organization.team} count={agents.length}>
      <ul className={styles.list}>
        {agents.map(({ workflow_id: agentId, name, state, since, workflow_run_ids: callIds }) => (
          <li key={agentId} className={styles.named}>
            <Link to="/agents/$agentId" params={{ agentId }}>
              {name}
            </Link>
            <Badge tone={TONES[state]} isLive={state === "on_call"}>
              {words.organization.agentStates[state]}
            </Badge>
            <p>
              {words.organization.sinceWhen(formatMoment(since))}{" "}
              {callIds[0] !== undefined && (
                <Link to="/calls/$agentId/$callId" params={{ agentId, callId: callIds[0] }}>
                  {words.organization.toItsCall}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
};
