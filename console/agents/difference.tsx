import { useSuspenseQuery } from "@tanstack/react-query";
import type { AgentDefinition } from "../api/routes.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { versionQuery } from "./agent-queries.ts";
import styles from "./agents.module.css";
import { type Change, compareDefinitions } from "./compare-definitions.ts";
import { toDefinition, toGraph } from "./graph.ts";

interface DifferenceProps {
  agentId: number;
  /** The number of the version that it is compared with. */
  version: number;
  to: AgentDefinition;
}

export const Difference = ({ agentId, version, to }: DifferenceProps) => {
  const { data } = useSuspenseQuery(versionQuery(agentId, { version_number: version }));
  if (!data) return null;
  return (
    <Changes
      label={`${words.agents.compareWith} ${formatWhole(version)}`}
      title={`${words.agents.compareWith} ${words.agents.version(formatWhole(version))}`}
      from={toDefinition(toGraph(data.workflow_json))}
      to={to}
    />
  );
};

interface ChangesProps {
  title: string;
  /** The name for screen readers. Default: the title. */
  label?: string;
  from: AgentDefinition;
  to: AgentDefinition;
}

/** Lists what is another in `to` than in `from`. */
export const Changes = ({ title, label = title, from, to }: ChangesProps) => (
  <ChangeList title={title} label={label} changes={compareDefinitions(from, to)} />
);

interface ChangeListProps extends Pick<ChangesProps, "title" | "label"> {
  changes: readonly Change[];
}

export const ChangeList = ({ title, label = title, changes }: ChangeListProps) => (
  <section aria-label={label} className={styles.difference}>
    <h3>{title}</h3>
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
