export const AGENT_STATUSES = ["active", "archived"] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** An agent has one draft and one published version at most; the versions that were published before are archived. */
export const VERSION_STATUSES = ["draft", "published", "archived"] as const;

/** What decides whether an agent may be used; its name is for the sentences. */
export interface AgentStanding {
  name: string;
  status: AgentStatus;
  /** The platform's own agent, which reads verification codes to people. */
  is_hidden: boolean;
  published_version_id: number | null;
  draft_version_id: number | null;
}

/**
 * The version that somebody uses. Test calls, initiated calls and web or text runs take `draft_or_published`; public
 * calls, campaigns, inbound calls, messages and pages `published`.
 */
export type VersionChoice = "draft_or_published" | "published";

/** Why an agent may not be used now. */
export interface AgentObstacle {
  reason: "unknown" | "archived" | "unpublished";
  /** What to do about it. */
  sentence: string;
}

/**
 * Tells whether an organization knows an agent: it can be changed, and numbers, pages and documents may name it. The
 * platform's own agent is nobody's.
 */
export const isKnown = <Agent extends Pick<AgentStanding, "is_hidden">>(agent: Agent | undefined): agent is Agent =>
  agent !== undefined && !agent.is_hidden;

/** An agent that may be used now, with the version that is used. */
export interface UsableAgent<Agent extends AgentStanding> {
  agent: Agent;
  versionId: number;
}

/** Returns the version of an agent to use, or why nothing may begin with it now: no call, conversation or campaign. */
export const chooseAgentVersion = <Agent extends AgentStanding>(
  agent: Agent | undefined,
  choice: VersionChoice,
): UsableAgent<Agent> | AgentObstacle => {
  if (!isKnown(agent)) return { reason: "unknown", sentence: "There is no such agent" };
  const withdrawal = findWithdrawal(agent);
  if (withdrawal) return withdrawal;
  const { name, published_version_id: published, draft_version_id: draft } = agent;
  const versionId = choice === "published" ? published : (draft ?? published);
  if (versionId !== null) return { agent, versionId };
  return { reason: "unpublished", sentence: `The agent ${name} has no published version: publish one first` };
};

export const isAgentObstacle = <Found extends object>(found: Found | AgentObstacle): found is AgentObstacle =>
  "reason" in found;

/** Returns why a call or conversation that was made with a version, but has not begun, may not begin. Null: it may. */
export const findWithdrawal = ({ name, status }: Pick<AgentStanding, "name" | "status">): AgentObstacle | null =>
  status === "archived"
    ? { reason: "archived", sentence: `The agent ${name} is archived: make it active again` }
    : null;
