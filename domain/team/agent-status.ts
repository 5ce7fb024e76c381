/** What an agent does right now, the first that applies: it has a call, waits for people, writes an answer, is stopped, or none of these. */
export const AGENT_STATES = ["on_call", "waiting_for_you", "thinking", "paused", "idle"] as const;
export type AgentState = (typeof AGENT_STATES)[number];

/** The state of an agent to which no other state applies. */
export const RESTING: AgentState = "idle";
