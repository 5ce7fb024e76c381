import type { RequestStep } from "../../domain/request/request.rules.ts";
import type { RequestInput } from "./request.contract.ts";

export interface RequestLook {
  /** What is to be done next; `finish`: nothing more. */
  step: Exclude<RequestStep, "expire">;
  /** Until its time is over, by the database's clock. */
  secondsLeft: number;
}

/** On `WORKFLOW_QUEUE`; short. */
export interface RequestRowActivities {
  /** Reads the row; ends what is expired or withdrawn, and closes what is finished. May run twice. */
  lookAtRequest(input: RequestInput & { withdrawn: boolean }): Promise<RequestLook>;
}

/** On `TOOL_QUEUE`. */
export interface RequestActionActivities {
  /** Runs what was confirmed, or what takes it back, once; writes down what came of it. May run twice. */
  carryOutAction(input: RequestInput & { undo: boolean }): Promise<void>;
}

/** On `FOLLOW_UP_QUEUE`. */
export interface RequestFollowUpActivities {
  /** Tells whoever asked what came of it, once. `again`: their call goes on, and may hear it yet. */
  tellOfRequest(input: RequestInput): Promise<{ kind: "done" } | { kind: "again"; inSeconds: number }>;
}
