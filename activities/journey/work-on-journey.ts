import { finishStep } from "../../application/journey/finish-step.ts";
import { type BegunStep, takeSteps } from "../../application/journey/take-steps.ts";
import { readOpenSteps } from "../../infra/postgres/journey/journey-steps.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import { campaignContract, lookSignal } from "../../workflows/campaign/campaign.contract.ts";
import type { JourneyInput } from "../../workflows/journey/journey.contract.ts";
import type { JourneyRound } from "../../workflows/journey/journey.ports.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import { signalIfOpen } from "../signal-if-open.ts";
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
  let calls = 0;
  while (performance.now() < untilMs && !stopping?.aborted) {
    const taken = await deps.database.inOrganization(organizationId, (tx) =>
      takeSteps(tx, campaignId, deps.clock.now()),
    );
    for (const request of taken.requests) await tryToStart(deps, requestContract.type, requestStartOptions(request));
    await Promise.all(taken.begun.map((begun) => carryOut(deps, input, begun)));
    calls += taken.calls;
    if (!taken.isGoingOn) return { next: "done" };
    if (taken.count === 0) return readNext(deps, input, calls);
  }
  if (calls > 0) await wakeCampaign(deps, input);
  return { next: "again" };
};

/** Its campaign waits until a step is due as far as it knew, and looks once a minute. */
const wakeCampaign = ({ temporal }: JourneyDependencies, { organizationId, campaignId }: JourneyInput) =>
  signalIfOpen(temporal, campaignContract.workflowId({ organizationId, campaignId }), lookSignal);

const carryOut = async (deps: JourneyDependencies, input: JourneyInput, begun: BegunStep): Promise<void> => {
  const { organizationId, campaignId } = input;
  const result = await askOutside(deps, input, begun);
  await deps.database.inOrganization(organizationId, (tx) =>
    finishStep(tx, { rowId: begun.rowId, campaignId, result, now: deps.clock.now() }),
  );
};

/** Whoever is called for a step is waited for by the call. A step that another process does is looked at again later. */
const readNext = async (deps: JourneyDependencies, input: JourneyInput, calls: number): Promise<JourneyRound> => {
  const { database, clock } = deps;
  const { isOpen, nextDueAt } = await database.inOrganization(input.organizationId, (tx) =>
    readOpenSteps(tx, input.campaignId),
  );
  // Somebody is due for a call, or nobody stands anywhere and the campaign may be over.
  if (calls > 0 || !isOpen) await wakeCampaign(deps, input);
  if (nextDueAt === null) return { next: "done" };
  return { next: "wait", untilMs: Math.max(nextDueAt.getTime(), clock.now().getTime() + 1000) };
};
