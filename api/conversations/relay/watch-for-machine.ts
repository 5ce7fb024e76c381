import { isMachine, readRunDetection } from "../../../domain/answerer/answered-by.rules.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../../infra/postgres/call/call-run.repository.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";

const LOOK_EVERY_MS = 1500;
/** Carriers' machine detection has finished by then. */
const LOOK_FOR_MS = 45_000;

/**
 * Watches for a carrier's event, which any process may receive, that a machine answered the call. Calls whose row
 * already has the answerer, and incoming ones, are not watched. Returns the function that stops it.
 */
export const watchForMachine = (deps: ApiDependencies, run: CallRun, onMachine: () => void): (() => void) => {
  if (run.direction === "inbound" || run.answered_by !== null) return () => {};
  const untilMs = performance.now() + LOOK_FOR_MS;
  let isLooking = false;
  const look = async () => {
    const now = await deps.database.inOrganization(run.organization_id, (tx) => findRun(tx, run.uuid));
    // What the conversation itself has heard it has dealt with; a mailbox may still turn out by its tone.
    const isTold = (now?.answered_by ?? null) !== null && now?.answer_evidence?.source !== "words";
    if (now && isTold && isMachine(readRunDetection(now))) onMachine();
    if (isTold || performance.now() > untilMs) stop();
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((err: unknown) => deps.logger.warn({ err, run_uuid: run.uuid }, "who has answered could not be read"))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);
  const stop = () => clearInterval(timer);
  return stop;
};
