import { defineQuery, defineSignal } from "@temporalio/workflow";
import { agentIdAttribute, environmentAttribute } from "./search-attributes.ts";

/** The address of one conversation without a telephone, in text or in the browser; its words are rows. */
export interface SessionAddress {
  organizationId: number;
  runUuid: string;
}

/** The columns of a session's row that its start needs. */
export interface SessionToStart {
  organization_id: number;
  uuid: string;
  name: string;
  agent_id: number;
  environment: string;
}

/** Returns a session's summary and attributes for the Temporal UI. */
export const describeSession = (run: SessionToStart) => ({
  summary: run.name,
  attributes: [
    { key: agentIdAttribute, value: run.agent_id },
    { key: environmentAttribute, value: run.environment },
  ],
});

export type SessionState = "open" | "ended";

/** The API sends it when the conversation has ended, and an operator to end it. */
export const endSessionSignal = defineSignal("end");

export const sessionStateQuery = defineQuery<SessionState>("state");
