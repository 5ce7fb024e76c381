import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Agent, AgentDefinition } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { toasts } from "../ui/toasts.tsx";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { versionsQuery } from "./agent-queries.ts";
import styles from "./agents.module.css";
import { Difference } from "./difference.tsx";

interface VersionsProps {
  agent: Agent;
  /** The definition in the editor. */
  definition: AgentDefinition;
  /** The version that is compared at first. */
  first: number | null;
  onRestore(definition: Record<string, unknown>): void;
}

const TONES: Record<string, "good" | "warn" | "calm"> = { published: "good", draft: "warn" };

export const Versions = ({ agent, definition, first, onRestore }: VersionsProps) => {
  const list = useSuspenseInfiniteQuery(versionsQuery(agent.id));
  const [compared, setCompared] = useState(first);
  return (
    <>
      <ul className={styles.versions}>
        {list.data.pages
          .flat()
          .map(({ id, version_number: number, status, published_at, created_at, workflow_json }) => (
            <li key={id}>
              <strong>{words.agents.version(formatWhole(number))}</strong>
              <Badge tone={TONES[status] ?? "calm"}>{words.agents.versionStates[status] ?? status}</Badge>
              <span>{formatMoment(published_at ?? created_at)}</span>
              <Button
                aria-pressed={compared === number}
                onClick={() => setCompared(compared === number ? null : number)}
              >
                {words.agents.compareWith} {formatWhole(number)}
              </Button>
              <Button
                needs="admin"
                onClick={() => {
                  onRestore(workflow_json);
                  toasts.add({ title: words.agents.restored });
                }}
              >
                {words.agents.restore}
              </Button>
            </li>
          ))}
      </ul>
      <ShowMore list={list} />
      {compared !== null && <Difference agentId={agent.id} version={compared} to={definition} />}
    </>
  );
};
