import { CallNotTakenError, refuseCall, takeEndedCall } from "../../application/contact/take-ended-call.ts";
import { NotTakenError } from "../../domain/contact/intake.ts";
import { readRowBytes } from "../../infra/postgres/access/organization-rows.repository.ts";
import {
  listOrganizationsWithCallsToTake,
  postponeCallToTake,
} from "../../infra/postgres/contact/calls-to-take.repository.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { repeatWork } from "../repeat-work.ts";

const LOOK_AT_CALLS_EVERY_MS = 1000;
/** Of one organization at a time, so that none keeps back the others. */
const MOST_OF_ONE = 200;
const AGAIN_IN_SECONDS = 30;

/**
 * Takes the people of ended calls into the lists whose intakes ask for them; returns how many calls were looked at. The rows alone decide:
 * they are written with the outcome of a call, and each is settled with what it comes to, so that a process which is killed leaves them
 * for the next search of any API process.
 */
export const takeEndedCalls = async (dependencies: ApiDependencies): Promise<number> => {
  let looked = 0;
  for (const organizationId of await listOrganizationsWithCallsToTake(dependencies.database))
    for (let count = 0; count < MOST_OF_ONE && (await takeOne(dependencies, organizationId)); count += 1) looked += 1;
  return looked;
};

const takeOne = async (
  { database, config, logger }: Pick<ApiDependencies, "database" | "config" | "logger">,
  organizationId: number,
): Promise<boolean> => {
  try {
    return await database.withEntities(organizationId, async (em, tx) =>
      takeEndedCall({ em, tx }, { isFull: (await readRowBytes(tx)) > config.ROW_BYTES_PER_ORGANIZATION }),
    );
  } catch (error) {
    if (!(error instanceof CallNotTakenError)) throw error;
    const { id, cause } = error;
    const isRefused = cause instanceof NotTakenError;
    if (!isRefused)
      logger.warn({ err: cause }, "the person of an ended call could not be taken into a list; it is tried again");
    await database.inOrganization(organizationId, (tx) =>
      isRefused ? refuseCall(tx, id, cause.message) : postponeCallToTake(tx, id, AGAIN_IN_SECONDS),
    );
    return true;
  }
};

/** Searches every second until the returned function is called, in each API process. */
export const startTakingEndedCalls = (dependencies: ApiDependencies): (() => void) =>
  repeatWork(() => takeEndedCalls(dependencies), {
    everyMs: LOOK_AT_CALLS_EVERY_MS,
    logger: dependencies.logger,
    whenItFails: "the search for ended calls whose people join lists failed; it is repeated every second",
  });
