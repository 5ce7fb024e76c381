import { useSuspenseQuery } from "@tanstack/react-query";
import type { AgentDefinition } from "../api/routes.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { versionsQuery } from "./agent-queries.ts";
import styles from "./agents.module.css";
import { compareDefinitions } from "./compare-definitions.ts";
import { toDefinition, toGraph } from "./graph.ts";

interface DifferenceProps {
  agentId: number;
  /** The number of the version that it is compared with. */
  version: number;
  to: AgentDefinition;
}

export const Difference = ({ agentId, version, to }: DifferenceProps) => {
  const { data: versions } = useSuspenseQuery(versionsQuery(agentId));
  const from = versions.find(({ version_number: number }) => number === version);
  if (!from) return null;
  const changes = compareDefinitions(toDefinition(toGraph(from.workflow_json)), to);
  return (
    <section aria-label={`${words.agents.compareWith} ${formatWhole(version)}`} className={styles.difference}>
      <h3>
        {words.agents.compareWith} {words.agents.version(formatWhole(version))}
      </h3>
      {changes.length === 0 && <p>{words.agents.noDifference}</p>}
      <ul>
        {changes.map(({ what, before, after }) => (
          <li key={`${what} ${before ?? ""} ${after ?? ""}`}>
            <strong>{what}</strong>
            {before && <del>{before}</del>}
            {after && <ins>{after}</ins>}
          </li>
        ))}
      </ul>
    </section>
  );
};
