import { listDueJourneys } from "../../infra/postgres/journey/journey-steps.repository.ts";
import { startWithSignal } from "../../infra/temporal/start-workflow.ts";
import { journeyContract, journeyStartOptions, lookAtJourneySignal } from "../../workflows/journey/journey.contract.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { repeatWork } from "../repeat-work.ts";

const LOOK_AT_JOURNEYS_EVERY_MS = 1000;
/** A journey that was worked on within this time is worked on still, or has its next look. */
const REST_SECONDS = 3;

/**
 * Starts the workflow of each campaign that has steps which are due, or wakes it. The rows alone decide: they are written with the
 * outcome that led to them, so the next search of any API process repairs what a crash leaves between a row and its workflow. Returns
 * how many.
 */
export const startDueJourneys = async ({ database, temporal }: ApiDependencies): Promise<number> => {
  const due = await listDueJourneys({ database, restSeconds: REST_SECONDS });
  for (const campaign of due)
    await startWithSignal(temporal, journeyContract.type, {
      ...journeyStartOptions(campaign),
      signal: lookAtJourneySignal,
    });
  return due.length;
};

/** Searches every second until the returned function is called, in each API process, as for webhooks. */
export const startLookingForJourneys = (dependencies: ApiDependencies): (() => void) =>
  repeatWork(() => startDueJourneys(dependencies), {
    everyMs: LOOK_AT_JOURNEYS_EVERY_MS,
    logger: dependencies.logger,
    whenItFails: "the search for steps of journeys that are due failed; it is repeated every second",
  });
