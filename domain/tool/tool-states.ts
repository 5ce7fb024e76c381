/** A new tool is active. Agents use active tools alone; an archived one becomes active again, and a draft is not ready yet. */
export const TOOL_STATES = ["active", "archived", "draft"] as const;
export type ToolState = (typeof TOOL_STATES)[number];
export const USABLE_TOOL_STATE = "active" satisfies ToolState;

export const isUsable = ({ status }: { status: string }): boolean => status === USABLE_TOOL_STATE;

/** Returns why an agent may not name a tool, and what to do; null: it may. */
export const explainUnusable = ({ status }: { status: string }): string | null =>
  isUsable({ status }) ? null : `The tool is ${status}: make it active again, or leave it out`;

/** Tells whether people may try a tool out: a draft too, before any agent uses it. */
export const mayTry = ({ status }: { status: ToolState }): boolean => status !== "archived";
