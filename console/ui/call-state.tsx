import { words } from "../words/words.ts";
import { Badge } from "./badge.tsx";
import { TEXT_MODE } from "./call-modes.ts";
import { chooseOutcomeLook } from "./outcomes.ts";

interface CallStateProps {
  state: string;
  outcome: string | null;
  /** A carrier, or the channel of a conversation without one. */
  mode?: string;
}

/** Shows how a call ended, or its present state. */
export const CallState = ({ state, outcome, mode }: CallStateProps) => {
  // Nobody answers a test in text, and it is no call.
  const said = mode === TEXT_MODE ? words.calls.textStates[outcome ?? state] : undefined;
  return outcome === null ? (
    <Badge
      tone={["completed", "failed", "canceled", "blocked"].includes(state) ? "calm" : "busy"}
      isLive={state === "in_progress"}
    >
      {said ?? words.calls.states[state] ?? state}
    </Badge>
  ) : (
    <Badge tone={said ? "calm" : chooseOutcomeLook(outcome).tone}>{said ?? chooseOutcomeLook(outcome).name}</Badge>
  );
};
