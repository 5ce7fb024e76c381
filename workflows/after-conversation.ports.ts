/** What an agent asks for when a conversation is over; each may run twice and does its work once. */
export interface AfterConversationActivities {
  /** Has the model review the call, as its `qa` nodes ask. */
  reviewRun(input: AfterConversationInput): Promise<AfterConversationResult>;
  /** Tells the addresses of the agent's `webhook` nodes of the call. */
  sendRunWebhooks(input: AfterConversationInput): Promise<AfterConversationResult>;
}

export interface AfterConversationInput {
  organizationId: number;
  runUuid: string;
}

export type AfterConversationStep = keyof AfterConversationActivities;

export type AfterConversationResult =
  | { kind: "done" }
  /** Not everything is done: in so many seconds it may be. */
  | { kind: "again"; inSeconds: number };
