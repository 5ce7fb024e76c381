export const DOCUMENT_SCOPES = ["library", "org", "channel", "agent"] as const;
export type DocumentScope = (typeof DOCUMENT_SCOPES)[number];

/** A document is for whoever names it, unless it is said for whom it is; so are the documents of a channel that is deleted. */
export const USUAL_SCOPE: DocumentScope = "library";

/** Who a document is for. */
export interface DocumentReaders {
  scope: DocumentScope;
  /** The channel, for `channel`. */
  folder_id: number | null;
  /** The agent, for `agent`. */
  agent_id: number | null;
}

/** An agent as a reader; null: it has none. */
export interface ReadingAgent {
  agentId: number | null;
  channelId: number | null;
}

/**
 * Tells whether an agent reads a document, in calls, in searches and when the agent is saved: documents of the organization, of its
 * channel and of its own without being named; documents of the library where a node of it names them. `selectReadableDocuments`
 * is the same rule as a condition of a statement.
 */
export const isReadBy = (
  { scope, folder_id, agent_id }: DocumentReaders,
  { agentId, channelId }: ReadingAgent,
  isNamed: boolean,
): boolean => {
  switch (scope) {
    case "org":
      return true;
    case "channel":
      return channelId !== null && folder_id === channelId;
    case "agent":
      return agentId !== null && agent_id === agentId;
    case "library":
      return isNamed;
  }
};
