import { defineQuery, defineSignal } from "@temporalio/workflow";
import { agentIdAttribute, environmentAttribute } from "./search-attributes.ts";

/** One conversation without a telephone, in text or in the browser; its words are rows. */
export interface SessionAddress {
  organizationId: number;
  runUuid: string;
}

/** What the start of a session needs of its row. */
export interface SessionToStart {
  organization_id: number;
  uuid: string;
  name: string;
  agent_id: number;
  environment: string;
}

/** What operators see of it in the Temporal UI. */
export const seenOfSession = (run: SessionToStart) => ({
  summary: run.name,
  attributes: [
    { key: agentIdAttribute, value: run.agent_id },
    { key: environmentAttribute, value: run.environment },
  ],
});

export type SessionState = "open" | "ended";

/** From the API when the conversation has ended; from the Temporal UI, to end it. */
export const endSessionSignal = defineSignal("end");

export const sessionStateQuery = defineQuery<SessionState>("state");
