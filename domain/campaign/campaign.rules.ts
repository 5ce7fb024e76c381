export type CampaignState = "draft" | "running" | "paused" | "completed" | "failed" | "canceled";
export type CampaignCommandName = "start" | "pause" | "resume" | "cancel";

export type CommandDecision =
  | { kind: "apply"; to: CampaignState }
  | { kind: "holds" }
  | { kind: "refuse"; sentence: string };

const TRANSITIONS: Record<CampaignCommandName, { from: readonly CampaignState[]; to: CampaignState }> = {
  start: { from: ["draft"], to: "running" },
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused", "failed"], to: "running" },
  cancel: { from: ["draft", "paused", "failed"], to: "canceled" },
};

/**
 * Decides whether a command may be carried out in a state. A command whose state is already reached changes nothing.
 */
export const decideCommand = (state: CampaignState, command: CampaignCommandName): CommandDecision => {
  const transition = TRANSITIONS[command];
  if (state === transition.to) return { kind: "holds" };
  if (transition.from.includes(state)) return { kind: "apply", to: transition.to };
  return { kind: "refuse", sentence: `A ${state} campaign cannot ${command}: ${hintFor(state, command)}` };
};

const hintFor = (state: CampaignState, command: CampaignCommandName): string => {
  if (command === "cancel" && state === "running") return "pause it first";
  if (command === "start" && (state === "paused" || state === "failed")) return "resume it";
  if ((command === "pause" || command === "resume") && state === "draft") return "start it first";
  return `${command} is for ${joinByOr(TRANSITIONS[command].from)} campaigns`;
};

const joinByOr = (states: readonly CampaignState[]): string =>
  states.length < 2 ? states.join() : `${states.slice(0, -1).join(", ")} or ${states.at(-1)}`;

/** States that never change again. */
export const FINAL_CAMPAIGN_STATES = ["completed", "canceled"] as const;

export const isCampaignOver = (state: CampaignState): boolean => FINAL_CAMPAIGN_STATES.some((final) => final === state);
