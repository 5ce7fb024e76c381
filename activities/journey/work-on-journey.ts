import { finishStep } from "../../application/journey/finish-step.ts";
import { type BegunStep, takeSteps } from "../../application/journey/take-steps.ts";
import { readOpenSteps } from "../../infra/postgres/journey/journey-steps.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import type { JourneyInput } from "../../workflows/journey/journey.contract.ts";
import type { JourneyRound } from "../../workflows/journey/journey.ports.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import { askOutside, type JourneyDependencies } from "./ask-outside.ts";

/** A longer activity is hard to observe, and occupies a slot. */
const LONGEST_JOURNEY_ROUND_MS = 20_000;

/** Carries out what is due in a campaign's journey. */
export const workOnJourney = async (
  deps: JourneyDependencies,
  input: JourneyInput,
  stopping?: AbortSignal,
): Promise<JourneyRound> => {
  const { organizationId, campaignId } = input;
  const untilMs = performance.now() + LONGEST_JOURNEY_ROUND_MS;
  while (performance.now() < untilMs && !stopping?.aborted) {
    const taken = await deps.database.inOrganization(organizationId, (tx) =>
      takeSteps(tx, campaignId, deps.clock.now()),
    );
    for (const request of taken.requests) await tryToStart(deps, requestContract.type, requestStartOptions(request));
    await Promise.all(taken.begun.map((begun) => carryOut(deps, input, begun)));
    if (!taken.isGoingOn) return { next: "done" };
    if (taken.count === 0) return readNext(deps, input);
  }
  return { next: "again" };
};

const carryOut = async (deps: JourneyDependencies, input: JourneyInput, begun: BegunStep): Promise<void> => {
  const { organizationId, campaignId } = input;
  const result = await askOutside(deps, input, begun);
  await deps.database.inOrganization(organizationId, (tx) =>
    finishStep(tx, { rowId: begun.rowId, campaignId, result, now: deps.clock.now() }),
  );
};

/** Whoever is called for a step is waited for by the call. A step that another process does is looked at again later. */
const readNext = async (
  { database, clock }: JourneyDependencies,
  { organizationId, campaignId }: JourneyInput,
): Promise<JourneyRound> => {
  const { nextDueAt } = await database.inOrganization(organizationId, (tx) => readOpenSteps(tx, campaignId));
  if (nextDueAt === null) return { next: "done" };
  return { next: "wait", untilMs: Math.max(nextDueAt.getTime(), clock.now().getTime() + 1000) };
};
