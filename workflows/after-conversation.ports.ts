/** The work of an agent's nodes after a conversation; each activity may run twice and does its work once. */
export interface AfterConversationActivities {
  /** Has the model review the call, for each `qa` node. */
  reviewRun(input: AfterConversationInput): Promise<StepResult>;
  /** Sends the call to the addresses of the agent's `webhook` nodes. */
  sendRunWebhooks(input: AfterConversationInput): Promise<StepResult>;
}

export interface AfterConversationInput {
  organizationId: number;
  runUuid: string;
}

export type AfterConversationStep = keyof AfterConversationActivities;

/** The result of one try of a step that follows a call or a conversation. */
export type StepResult =
  | { kind: "done" }
  /** Something is left to do, or a carrier has no answer yet: the next try makes sense in this many seconds. */
  | { kind: "again"; inSeconds: number };
