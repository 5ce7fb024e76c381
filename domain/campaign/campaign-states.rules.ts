export const CAMPAIGN_STATES = ["draft", "scheduled", "running", "paused", "completed", "failed", "canceled"] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

export const CAMPAIGN_COMMANDS = ["start", "unschedule", "pause", "resume", "cancel"] as const;
export type CampaignCommandName = (typeof CAMPAIGN_COMMANDS)[number];

export type CommandDecision =
  | { kind: "apply"; to: CampaignState }
  | { kind: "holds" }
  | { kind: "refuse"; sentence: string };

const TRANSITIONS: Record<CampaignCommandName, { from: readonly CampaignState[]; to: CampaignState }> = {
  start: { from: ["draft", "scheduled"], to: "running" },
  unschedule: { from: ["scheduled"], to: "draft" },
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused", "failed"], to: "running" },
  cancel: { from: ["draft", "scheduled", "paused", "failed"], to: "canceled" },
};

/**
 * Decides whether a command may be carried out in a state. A command whose state is already reached changes nothing. A start before
 * the campaign's own start makes it scheduled; the same command starts it when that has come.
 */
export const decideCommand = (
  state: CampaignState,
  command: CampaignCommandName,
  { isBeforeStart = false }: { isBeforeStart?: boolean } = {},
): CommandDecision => {
  if (command === "start" && isBeforeStart && (state === "draft" || state === "scheduled"))
    return state === "scheduled" ? { kind: "holds" } : { kind: "apply", to: "scheduled" };
  const transition = TRANSITIONS[command];
  if (state === transition.to) return { kind: "holds" };
  if (transition.from.includes(state)) return { kind: "apply", to: transition.to };
  return { kind: "refuse", sentence: `A ${state} campaign cannot ${command}: ${hintFor(state, command)}` };
};

const hintFor = (state: CampaignState, command: CampaignCommandName): string => {
  if (command === "cancel" && state === "running") return "pause it first";
  if (command === "start" && (state === "paused" || state === "failed")) return "resume it";
  if ((command === "pause" || command === "resume") && state === "draft") return "start it first";
  if (command === "pause" && state === "scheduled") return "it calls nobody yet; unschedule it, or change starts_at";
  if (command === "resume" && state === "scheduled") return "it begins at its start; change starts_at to begin earlier";
  return `${command} is for ${joinByOr(TRANSITIONS[command].from)} campaigns`;
};

const joinByOr = (states: readonly CampaignState[]): string =>
  states.length < 2 ? states.join() : `${states.slice(0, -1).join(", ")} or ${states.at(-1)}`;

/** It has begun to call and is not over: it calls, is paused, or has failed and can be resumed. */
export const STATES_UNDER_WAY = ["running", "paused", "failed"] as const satisfies CampaignState[];

/** It has begun to call, and nothing has to be repaired before it goes on. */
export const STATES_WITHOUT_FAULT = ["running", "paused"] as const satisfies CampaignState[];

/** It calls people, or will: from its start, or once it is resumed. A draft, or one that failed, waits for somebody to mend or start it. */
export const PLANNED_STATES = ["scheduled", ...STATES_WITHOUT_FAULT] as const satisfies CampaignState[];

/** Somebody has started it, and it is not over: it calls, has called, or begins by itself at its start. */
export const STARTED_STATES = ["scheduled", ...STATES_UNDER_WAY] as const satisfies CampaignState[];

/** A start or a resume makes it run. */
export const STATES_BEFORE_RUNNING: readonly CampaignState[] = [...TRANSITIONS.start.from, ...TRANSITIONS.resume.from];

/** States that never change again. */
export const FINAL_CAMPAIGN_STATES = ["completed", "canceled"] as const;

export const isCampaignOver = (state: CampaignState): boolean => FINAL_CAMPAIGN_STATES.some((final) => final === state);
