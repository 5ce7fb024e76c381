import { Context } from "@temporalio/activity";
import { createKeyedSemaphore } from "../infra/limits/keyed-semaphore.ts";
import { createSemaphore } from "../infra/limits/semaphore.ts";
import { HEARTBEAT_EVERY_MS } from "../infra/temporal/deadlines.ts";

/** The files that a worker accepts. Nearly all of them wait, which costs little, and no file has to wait for a worker. */
export const FILES_ACCEPTED = 500;

/** Has large files wait for one another: each uses a processor of the worker and one of the database for a minute and more. */
interface FileQueue {
  /**
   * Runs the work when no other file of the organization is in progress here and another one may begin; sends heartbeats while it
   * waits. An activity that is canceled by then begins nothing.
   */
  run<T>(organizationId: number, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates the queue of one worker: one file of an organization at a time, and `atATime` of all. An organization that imports many
 * files delays only its own, and requests find a processor.
 */
export const createFileQueue = (atATime = 2): FileQueue => {
  const organizations = createKeyedSemaphore<number>({
    permitsOfKey: 1,
    mostWaiting: { ofKey: Infinity, inAll: Infinity },
    refuse: (why) => new Error(why),
  });
  const files = createSemaphore({ permits: atATime, mostWaiting: Infinity });
  return {
    run: async (organizationId, work) => {
      const { cancellationSignal, cancelled } = Context.current();
      const begin = heartbeatUntilBegun();
      let hasBegun = false;
      const readFile = async () => {
        const permit = files.acquire();
        try {
          await Promise.race([permit, cancelled]);
        } catch (error) {
          void permit.then((release) => release?.());
          throw error;
        }
        const release = await permit;
        hasBegun = true;
        begin();
        return work().finally(release ?? undefined);
      };
      try {
        return await organizations.run(organizationId, readFile, cancellationSignal);
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
