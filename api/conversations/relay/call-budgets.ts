import { createTokenBucket } from "../../../infra/limits/token-bucket.ts";

/** A person's words and keys come far more slowly; a burst may follow a delayed line. */
const FRAMES = { perSecond: 25, burst: 200 };
/** Each begins a turn, which asks the agent's model; nobody says or presses so much in whole sentences and numbers. */
const TURNS = { perSecond: 3, burst: 60 };
/** Each connection opens the call's conversation anew and may ask its model again; a line that breaks comes back more slowly. */
const CONNECTIONS = { perSecond: 1, burst: 20 };
/** This long after its last use a call's budget is whole again, as that of a call which was never connected. */
const WHOLE_AFTER_MS = 20_000;

/** What one call may still do on this process, whatever the connection: else each new one would begin with a burst. */
export interface CallBudgets {
  mayConnect(runUuid: string): boolean;
  maySend(runUuid: string): boolean;
  mayBeginTurn(runUuid: string): boolean;
  /** Counts the calls whose budgets are kept. */
  countKept(): number;
}

/** Creates the budgets of the calls that a process carries; each is kept until it is whole again. */
export const createCallBudgets = (now: () => number = () => performance.now()): CallBudgets => {
  /** In the order of their last uses. */
  const budgets = new Map<string, ReturnType<typeof createBudget>>();
  const createBudget = () => ({
    mayConnect: createTokenBucket(CONNECTIONS, now).tryTake,
    maySend: createTokenBucket(FRAMES, now).tryTake,
    mayBeginTurn: createTokenBucket(TURNS, now).tryTake,
    usedAtMs: 0,
  });
  const forgetWhole = (nowMs: number) => {
    for (const [runUuid, { usedAtMs }] of budgets) {
      if (nowMs - usedAtMs < WHOLE_AFTER_MS) return;
      budgets.delete(runUuid);
    }
  };
  const use = (runUuid: string) => {
    const nowMs = now();
    forgetWhole(nowMs);
    const budget = budgets.get(runUuid) ?? createBudget();
    budget.usedAtMs = nowMs;
    budgets.delete(runUuid);
    budgets.set(runUuid, budget);
    return budget;
  };
  return {
    mayConnect: (runUuid) => use(runUuid).mayConnect(),
    maySend: (runUuid) => use(runUuid).maySend(),
    mayBeginTurn: (runUuid) => use(runUuid).mayBeginTurn(),
    countKept: () => budgets.size,
  };
};
