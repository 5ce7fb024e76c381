/** The work of an agent's nodes after a conversation; each activity may run twice and does its work once. */
export interface AfterConversationActivities {
  /** Has the model review the call, for each `qa` node. */
  reviewRun(input: AfterConversationInput): Promise<AfterConversationResult>;
  /** Sends the call to the addresses of the agent's `webhook` nodes. */
  sendRunWebhooks(input: AfterConversationInput): Promise<AfterConversationResult>;
}

export interface AfterConversationInput {
  organizationId: number;
  runUuid: string;
}

export type AfterConversationStep = keyof AfterConversationActivities;

export type AfterConversationResult =
  | { kind: "done" }
  /** Something is left, which may be possible in this many seconds. */
  | { kind: "again"; inSeconds: number };
