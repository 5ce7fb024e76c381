import { defineQuery, defineSignal } from "@temporalio/workflow";

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
}

/** Returns a session's summary for the Temporal UI. */
export const describeSession = (run: SessionToStart) => ({ summary: run.name });

export type SessionState = "open" | "ended";

/** The API sends it when the conversation has ended, and an operator to end it. */
export const endSessionSignal = defineSignal("end");

export const sessionStateQuery = defineQuery<SessionState>("state");
