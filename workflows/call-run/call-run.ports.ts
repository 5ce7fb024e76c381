import type { CallRunState } from "../../domain/call/call-states.rules.ts";
import type { AfterConversationStep } from "../after-conversation.ports.ts";
import type { CallRunInput } from "./call-run.contract.ts";

/** What a call run needs done outside; every one may run twice for one request. */
export interface CallRunActivities {
  /** Admission, then at most one carrier request for this run, ever. */
  placeCall(input: CallRunInput): Promise<Placement>;
  /** The same for a workflow task to wait for; null, and nothing done: this worker hands over as many as it may. */
  placeCallAtOnce(input: CallRunInput): Promise<Placement | null>;
  /** Asks the carrier about a request whose answer was lost. */
  reconcileCall(input: CallRunInput): Promise<Reconciliation>;
  /** Asks the carrier how a call is, when no callback has told for a while. */
  checkCall(input: CallRunInput): Promise<CallCheck>;
  hangUpCall(input: CallRunInput): Promise<void>;
  /** Writes the end: run, contact, figures, breaker, timeline, do-not-call on opt-out; then tells the shard. */
  settleCall(input: CallRunInput & { end: CallEnd }): Promise<Settlement>;
}

export type Settlement =
  /** The call is over: how, as its row says, and what is still to be done about it. */
  | {
      kind: "settled";
      state: CallRunState;
      followUp?: readonly FollowUpStep[];
      after?: readonly AfterConversationStep[];
    }
  /** Nobody wrote such an event down: the call is not over. */
  | { kind: "unknown_event" };

/** What is done about a call that is over, in the words of its activities. Plain campaign calls have none of it. */
export interface FollowUpActivities {
  /** Draws from the words what the agent was to find out: variables and disposition. */
  concludeCall(input: CallRunInput): Promise<FollowUpResult>;
  /** Writes the words down as files. */
  writeTranscript(input: CallRunInput): Promise<FollowUpResult>;
  /** Copies the carrier's recording into the object store. */
  keepRecording(input: CallRunInput): Promise<FollowUpResult>;
  /** Asks the carrier what the call cost. */
  askPrice(input: CallRunInput): Promise<FollowUpResult>;
}

export type FollowUpStep = keyof FollowUpActivities;

export type FollowUpResult =
  | { kind: "done" }
  /** The carrier has no answer yet: in so many seconds it may. */
  | { kind: "again"; inSeconds: number };

export type Placement =
  /** The carrier has the call; how long it may ring and talk. */
  | { kind: "accepted"; ringTimeoutSeconds: number; timeLimitSeconds: number }
  /** The carrier may have it: reconcile. */
  | { kind: "unknown"; ringTimeoutSeconds: number; timeLimitSeconds: number }
  /** Not now: capacity, pace or a throttling carrier. */
  | { kind: "wait"; waitSeconds: number; reason: string; capacity: boolean }
  /** Over without a call; the row says so already. */
  | { kind: "settled"; outcome: string; blocked: boolean; sentence: string }
  /** A campaign run that was not attempted: its contact is back in the queue. */
  | { kind: "released" };

export type Reconciliation =
  | { kind: "found"; eventId: string | null }
  /** The carrier is sure that it has no such call. */
  | { kind: "absent" }
  /** It could not be asked, or it may still appear. */
  | { kind: "undecided" };

export interface CallCheck {
  /** Set when the call is over: the event to settle with. */
  eventId: string | null;
  /** Whether callbacks of this call have come: then there is little need to ask. */
  callbacksArrive: boolean;
}

/** Why a run ends: by an event written down before, or by a decision of the workflow. */
export type CallEnd =
  | { by: "event"; eventId: string }
  | { by: "decision"; outcome: "failed" | "unknown" | "canceled"; reason: string };
