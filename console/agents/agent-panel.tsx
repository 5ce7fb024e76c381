import { Link } from "@tanstack/react-router";
import type { Agent } from "../api/routes.ts";
import { Problem } from "../ui/form.tsx";
import { CircleCheck } from "../ui/icons.ts";
import { Facts } from "../ui/page.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";
import { Faults } from "./faults.tsx";
import { GateSwitch } from "./gate-switch.tsx";
import type { Fault } from "./use-faults.ts";

interface AgentPanelProps {
  agent: Agent;
  faults: readonly Fault[];
  isChecking: boolean;
  /** Why it is unknown whether the agent can be published. */
  problem: Error | null;
  /** True when something is not published: a draft, or a change of the graph. */
  hasNews: boolean;
  nameOf(id: string): string | undefined;
  onSelect(id: string | null): void;
}

/** Shown while nothing is selected: the agent itself, and the faults that prevent its publication. */
export const AgentPanel = ({ agent, faults, isChecking, problem, hasNews, nameOf, onSelect }: AgentPanelProps) => (
  <aside className={styles.panel} aria-label={words.agents.agent}>
    <header className={styles.panelHead}>
      <div>
        <h2>{words.agents.agent}</h2>
        <p>{words.agents.agentText}</p>
      </div>
    </header>
    <div className={styles.fields}>
      {faults.length > 0 ? (
        <Faults faults={faults} nameOf={nameOf} onSelect={onSelect} />
      ) : problem && !isChecking ? (
        <Problem error={problem} />
      ) : (
        <p className={styles.fine}>
          <CircleCheck aria-hidden />{" "}
          {isChecking ? words.agents.checking : hasNews ? words.agents.nothingWrong : words.agents.isPublished}
        </p>
      )}
      <Facts
        facts={[
          [words.agents.publishedVersion, agent.version ?? words.agents.noVersion],
          [words.agents.draftVersion, agent.draft_version ?? words.agents.noVersion],
          [
            words.agents.callsSoFar,
            <Link key="calls" to="/calls" search={{ agent: agent.id }}>
              {formatWhole(agent.total_runs)}
            </Link>,
          ],
          [words.agents.uuid, <code key="uuid">{agent.workflow_uuid}</code>],
          [words.agents.keys, words.agents.keysText],
        ]}
      />
      <GateSwitch agent={agent} />
    </div>
  </aside>
);
