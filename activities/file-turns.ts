import { Context } from "@temporalio/activity";
import { createOrganizationShares } from "../infra/organization-shares.ts";
import { createWorkLimit } from "../infra/work-limit.ts";
import { HEARTBEAT_EVERY_MS } from "../infra/temporal/deadlines.ts";

/** The files that a worker accepts. Nearly all of them wait, which costs little, and no file has to wait for a worker. */
export const FILES_ACCEPTED = 500;

/** Gives large files their turns: each uses a processor of the worker and one of the database for a minute and more. */
interface FileTurns {
  /**
   * Runs the work when no other file of the organization is in progress here and another one may begin; sends heartbeats while it
   * waits. An activity that is canceled by then begins nothing.
   */
  run<T>(organizationId: number, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates the turns of one worker: one file of an organization at a time, and `atATime` of all. An organization that imports many
 * files delays only its own, and requests find a processor.
 */
export const createFileTurns = (atATime = 2): FileTurns => {
  const shares = createOrganizationShares({
    atATime: 1,
    mostWaiting: { ofOrganization: Infinity, inAll: Infinity },
    waitMs: null,
    refuse: (why) => new Error(why),
  });
  const limit = createWorkLimit({ atATime, mostWaiting: Infinity });
  return {
    run: async (organizationId, work) => {
      const { cancellationSignal, cancelled } = Context.current();
      const begin = heartbeatUntilBegun();
      let hasBegun = false;
      const readFile = async () => {
        const turn = limit.start();
        try {
          await Promise.race([turn, cancelled]);
        } catch (error) {
          void turn.then((end) => end?.());
          throw error;
        }
        const end = await turn;
        hasBegun = true;
        begin();
        return work().finally(end ?? undefined);
      };
      try {
        return await shares.run(organizationId, readFile, cancellationSignal);
      } catch (error) {
        if (cancellationSignal.aborted && !hasBegun) await cancelled;
        throw error;
      } finally {
        begin();
      }
    },
  };
};

/** Sends heartbeats, as the work itself does afterwards; returns the function that ends them. */
const heartbeatUntilBegun = (): (() => void) => {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_EVERY_MS);
  return () => clearInterval(timer);
};
