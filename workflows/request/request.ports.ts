import type { RequestStep } from "../../domain/request/request.rules.ts";
import type { RequestInput } from "./request.contract.ts";

export interface RequestLook {
  /** The next step; `finish`: nothing is left. */
  step: Exclude<RequestStep, "expire">;
  /** Time until the deadline, by the database's clock. */
  secondsLeft: number;
}

/** On `WORKFLOW_QUEUE`; short. */
export interface RequestRowActivities {
  /** Reads the row; ends an expired or withdrawn request, and closes a finished one. May run twice. */
  lookAtRequest(input: RequestInput & { withdrawn: boolean }): Promise<RequestLook>;
}

/** On `TOOL_QUEUE`. */
export interface RequestActionActivities {
  /** Runs a confirmed action, or its undo, once; stores the result. May run twice. */
  carryOutAction(input: RequestInput & { undo: boolean }): Promise<void>;
}

/** On `FOLLOW_UP_QUEUE`. */
export interface RequestFollowUpActivities {
  /**
   * Reports the result of a request to whoever asked, once. `again`: their call is still in progress and may hear it.
   */
  tellOfRequest(input: RequestInput): Promise<{ kind: "done" } | { kind: "again"; inSeconds: number }>;
}
