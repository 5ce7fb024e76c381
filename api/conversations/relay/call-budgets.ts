import { createBurstBudget } from "../../../infra/burst-budget.ts";

/** A person's words and keys come far more slowly; a burst may follow a delayed line. */
const FRAMES = { perSecond: 25, burst: 200 };
/** Each connection opens the call's conversation anew and may ask its model again; a line that breaks comes back more slowly. */
const CONNECTIONS = { perSecond: 1, burst: 20 };
/** By then a call that is connected no more has its bursts again. */
const REMEMBERED_MS = 20_000;

/** What one call may still do on this process, whatever the connection: else each new one would begin with a burst. */
export interface CallBudget {
  mayConnect(): boolean;
  maySend(): boolean;
}

/** Creates the budgets of the calls that a process carries. */
export const createCallBudgets = (now?: () => number): ((runUuid: string) => CallBudget) => {
  const budgets = new Map<string, CallBudget>();
  return (runUuid) => {
    const known = budgets.get(runUuid);
    if (known) return known;
    const budget = { mayConnect: createBurstBudget(CONNECTIONS, now), maySend: createBurstBudget(FRAMES, now) };
    budgets.set(runUuid, budget);
    setTimeout(() => budgets.delete(runUuid), REMEMBERED_MS).unref();
    return budget;
  };
};
