import type { RunFilterError } from "../../infra/postgres/call/run-filters.ts";
import {
  badRequest,
  conflict,
  forbidden,
  HttpError,
  invalidField,
  invalidParameter,
  notFound,
  tooManyRequests,
  unavailable,
  upstreamFailed,
} from "../http/http-error.ts";

/** Every cause has the same answer: the link may be expired, revoked, forged, or lead to nothing. */
export const artifactNotFound = () => notFound("File");
export const runNotFound = () => notFound("Run");
export const originalNotFound = () => notFound("Original of this run");
export const recordingNotFound = () => notFound("Recording of this run");

export const tooManyMeasured = () =>
  unavailable("Too many recordings are being measured right now; try again in a moment");

export const phoneNumberMissing = () =>
  badRequest(
    "phone_number_missing",
    "Send phone_number, or set the organization's test phone number, which is dialled without one",
  );

export const phoneNumberInvalid = (reason: string) => invalidField(["phone_number"], reason, "phone_number_invalid");

export const testNumberInvalid = (reason: string) =>
  badRequest("test_phone_number_invalid", `The organization's test phone number cannot be dialled: ${reason}`);

export const callerIdNotFound = () =>
  badRequest("from_phone_number_not_found", "from_phone_number_id is not an active number of this carrier account");

export const runOfAnotherAgent = () =>
  badRequest("workflow_run_workflow_mismatch", "workflow_run_id is a run of another agent");

export const runIsNoCall = (mode: string) =>
  badRequest("workflow_run_not_a_call", `workflow_run_id is a ${mode} run, which has no telephone`);

export const runIsActive = () => conflict("workflow_run_active", "This run already has an active call");

export const runIsOver = () => conflict("workflow_run_over", "This run has ended: create another one");

export const runHasEnded = (state: string) =>
  conflict("workflow_run_over", `The run has ended already: it is ${state}`);

/** The run has not ended and has no workflow: maintenance starts one within three minutes. */
export const runHasNoWorkflow = () =>
  unavailable("The run is being taken up again after a crash; it can be ended in a minute");

export const keyOfAnotherCall = () =>
  conflict("idempotency_key_reused", "This Idempotency-Key was used for another call; send a new one");

export const blocked = (outcome: string, sentence: string) =>
  outcome === "blocked_budget" ? new HttpError(402, outcome, sentence) : forbidden(outcome, sentence);

export const noCapacity = (sentence: string, retryAfterSeconds: number) => tooManyRequests(sentence, retryAfterSeconds);

/** Faults of the number are the caller's to repair; other faults concern only the platform and the carrier. */
export const callRefused = (outcome: string, sentence: string) =>
  outcome === "invalid_number" ? badRequest(outcome, sentence) : upstreamFailed(`call_${outcome}`, sentence);

export const notStarted = (cause: unknown) =>
  unavailable("The workflow engine is not reachable right now: nothing was dialled, and nothing will be", cause);

export const filterRefused = ({ reason, message }: RunFilterError) => {
  if (reason === "unknown" || reason === "not_applicable") return invalidParameter("filters", message);
  return reason === "invalid" ? badRequest("invalid_filter", message) : forbidden("filter_not_allowed", message);
};

export const removalNotFound = () => notFound("Removal");

export const runInUse = () => conflict("run_in_use", "The run is not over: hang it up first");

export const unexpectedRuns = (runs: number, expected: number) =>
  conflict("unexpected_runs", `The conditions fit ${runs} runs and not ${expected}: look at the preview again`);

export const archiveNotFound = () => notFound("Archive");
export const archiveFileNotFound = () => notFound("File of this archive");
