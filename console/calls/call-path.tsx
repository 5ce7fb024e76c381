import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { WalkedGraph } from "../agents/walked-graph.tsx";
import type { Run, Transcript } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { words } from "../words/words.ts";
import { versionOfCallQuery } from "./call-queries.ts";
import { listVisitedSteps } from "./call-steps.ts";

interface CallPathProps {
  call: Run;
  entries: Transcript["entries"];
  /** The step of the words that are played now. */
  lit: string | null;
}

/** Shows the agent as it was in this call, with the visited steps. */
export const CallPath = ({ call, entries, lit }: CallPathProps) => {
  const { data: version } = useQuery(versionOfCallQuery(call));
  const path = useMemo(() => listVisitedSteps(entries), [entries]);
  if (!version || path.length === 0) return null;
  return (
    <Card title={words.calls.path} isFlush>
      <WalkedGraph label={words.calls.path} definition={version.workflow_json} path={path} lit={lit} />
    </Card>
  );
};
