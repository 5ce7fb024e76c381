import { words } from "../words/words.ts";
import { Badge } from "./badge.tsx";
import { chooseOutcomeLook } from "./outcomes.ts";

/** Shows how a call ended, or its present state. */
export const CallState = ({ state, outcome }: { state: string; outcome: string | null }) =>
  outcome === null ? (
    <Badge
      tone={["completed", "failed", "canceled", "blocked"].includes(state) ? "calm" : "busy"}
      isLive={state === "in_progress"}
    >
      {words.calls.states[state] ?? state}
    </Badge>
  ) : (
    <Badge tone={chooseOutcomeLook(outcome).tone}>{chooseOutcomeLook(outcome).name}</Badge>
  );
