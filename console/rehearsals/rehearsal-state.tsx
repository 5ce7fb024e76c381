import type { RehearsalListItem, RehearsedState } from "../api/routes.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { words } from "../words/words.ts";

const TONES: Readonly<Record<RehearsedState, Tone>> = {
  waiting: "calm",
  playing: "busy",
  green: "good",
  red: "bad",
  failed: "bad",
  canceled: "calm",
};

export const ConversationState = ({ state }: { state: RehearsedState }) => (
  <Badge tone={TONES[state]} isLive={state === "playing"}>
    {words.rehearsals.conversationStates[state]}
  </Badge>
);

/** Says how a rehearsal came out, or how far it is. */
export const RehearsalResult = ({ state, passed }: Pick<RehearsalListItem, "state" | "passed">) => {
  if (state === "done")
    return (
      <Badge tone={passed ? "good" : "bad"}>{passed ? words.rehearsals.passed : words.rehearsals.notPassed}</Badge>
    );
  return (
    <Badge tone={state === "running" ? "busy" : state === "paused" ? "warn" : "calm"} isLive={state === "running"}>
      {words.rehearsals.states[state]}
    </Badge>
  );
};
