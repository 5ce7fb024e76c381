import type { CallRunState } from "../../domain/call/call-states.rules.ts";
import type { AfterConversationStep, StepResult } from "../after-conversation.ports.ts";
import type { CallRunInput, CallRunToStart } from "./call-run.contract.ts";

/** The activities of a call run; each may run twice for one request. */
export interface CallRunActivities {
  /** Runs admission, then sends at most one carrier request for this run, ever. */
  placeCall(input: CallRunInput): Promise<Placement>;
  /** Places the call within a workflow task. Null, with nothing done: this worker is at its limit of hand-overs. */
  placeCallAtOnce(input: CallRunInput): Promise<Placement | null>;
  /** Asks the carrier about a request whose answer was lost. */
  reconcileCall(input: CallRunInput & UnansweredBefore): Promise<Reconciliation>;
  /** Asks the carrier for the call's state when no callback has come for a while. */
  checkCall(input: CallRunInput & UnansweredBefore): Promise<CallCheck>;
  hangUpCall(input: CallRunInput): Promise<void>;
  /** Writes the end: run, contact, figures, breaker, timeline, do-not-call on opt-out; then notifies the shard. */
  settleCall(input: CallRunInput & { end: CallEnd }): Promise<Settlement>;
}

/** The activities of a warm transfer; each may run twice for one request. */
export interface TransferActivities {
  /** Makes the call to the next person, in rows; the call itself is its own workflow. */
  beginTransferLeg(input: CallRunInput & { transferUuid: string }): Promise<TransferLeg>;
  /** Looks after the transfer when the call to a person is over. `leavesCaller`: the caller is where both were connected. */
  concludeTransferLeg(
    input: CallRunInput & { transferUuid: string; isLast: boolean },
  ): Promise<{ leavesCaller: boolean }>;
}

export type TransferLeg =
  | { kind: "call"; run: CallRunToStart }
  /** Nobody is to be called any more. */
  | { kind: "over" };

export interface UnansweredBefore {
  /** How often in a row the carrier could not be asked before this try; absent: it answered the last time. */
  unansweredTries?: number;
}

export type Settlement =
  /** The call is over: its final state, and the steps that are left. */
  | {
      kind: "settled";
      state: CallRunState;
      followUp?: readonly FollowUpStep[];
      after?: readonly AfterConversationStep[];
    }
  /** No such event is stored: the call is not over. */
  | { kind: "unknown_event" };

/** The activities for a call that is over. Plain campaign calls need none of them. */
export interface FollowUpActivities {
  /** Extracts variables and the disposition from the conversation. */
  concludeCall(input: CallRunInput): Promise<StepResult>;
  /** Writes the transcript files. */
  writeTranscript(input: CallRunInput): Promise<StepResult>;
  /** Copies the carrier's recording into the object store; one that is not ready is gathered later, without this workflow. */
  keepRecording(input: CallRunInput): Promise<StepResult>;
}

export type FollowUpStep = keyof FollowUpActivities;

/** How long a call may ring and talk. */
export interface Dialled {
  ringTimeoutSeconds: number;
  timeLimitSeconds: number;
  /** Set where no carrier speaks and hears: a media process does. */
  carriesAudio?: true;
}

export type Placement =
  /** The carrier has the call. */
  | (Dialled & { kind: "accepted" })
  /** The carrier may have it: reconcile. */
  | (Dialled & { kind: "unknown" })
  /** Not now: for capacity, pace or a throttling carrier. `queues`: a call outside campaigns waits for a free line. */
  | { kind: "wait"; waitSeconds: number; reason: string; capacity: boolean; queues?: boolean }
  /** Over without a call; the row already says so. */
  | { kind: "settled"; outcome: string; blocked: boolean; sentence: string }
  /** A campaign's run that was not attempted: its contact is back in the queue. */
  | { kind: "released" };

export type Reconciliation =
  | { kind: "found"; eventId: string | null }
  /** The carrier certainly has no such call. */
  | { kind: "absent" }
  /** The carrier could not be asked, or the call may still appear. */
  | { kind: "undecided"; carrierError?: string };

export interface CallCheck {
  /** Set when the call is over: the event that ends it. */
  eventId: string | null;
  /** True when callbacks of this call have come, so that asking is rarely needed. */
  callbacksArrive: boolean;
  /** Set when the carrier could not be asked: the reason for people, without secrets. */
  carrierError?: string;
}

/** The cause of a run's end: a stored event, or a decision of the workflow. */
export type CallEnd =
  /** `voiceLost`: it was hung up because no media process carried its voice any more. */
  | { by: "event"; eventId: string; voiceLost?: true }
  | { by: "decision"; outcome: "failed" | "unknown" | "canceled"; reason: string };
