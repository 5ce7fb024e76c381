import type {
  CallCheck,
  CallEnd,
  CallRunActivities,
  Placement,
  Reconciliation,
  Settlement,
} from "../../../workflows/call-run/call-run.ports.ts";

/** The answers of each activity, in order; the last one is repeated. An error is thrown. */
export interface CallScript {
  placeCall: readonly (Placement | Error)[];
  /** The worker hands over as many calls within workflow tasks as it may. */
  isFull?: boolean;
  reconcileCall?: readonly Reconciliation[];
  checkCall?: readonly CallCheck[];
  /** Happens while the carrier is asked, before it answers. */
  whileChecked?: (count: number) => Promise<void>;
  /** The answer of every check after the call was hung up, instead of the next one of `checkCall`. */
  checkOfHungUpCall?: CallCheck;
  hangUpCall?: readonly (Error | undefined)[];
  /** Unsaid: completed. */
  settleCall?: readonly (Settlement | Error)[];
}

export interface FakeCarrierDesk {
  carrierActivities: Omit<CallRunActivities, "settleCall" | "placeCallAtOnce">;
  /** The activities within the workflow task. */
  withinTask: Pick<CallRunActivities, "settleCall" | "placeCallAtOnce">;
  asked: Record<keyof CallRunActivities, number>;
  placements: Placement[];
  ends: CallEnd[];
  /** The times of the checks, by the test server's clock. */
  checkedAtMs: number[];
  hungUpAtMs: number[];
}

interface Surroundings {
  nowMs(): Promise<number>;
  /** Happens while the carrier is asked for the call. */
  meanwhile(): Promise<void> | undefined;
  /** Happens while the call is settled for the first time. */
  settling?(): Promise<void> | undefined;
}

/** Creates a call run's activities over a script: the workflow is under test, not carrier or database. */
export const fakeCarrierDesk = (script: CallScript, { nowMs, meanwhile, settling }: Surroundings): FakeCarrierDesk => {
  const asked = { placeCall: 0, placeCallAtOnce: 0, reconcileCall: 0, checkCall: 0, hangUpCall: 0, settleCall: 0 };
  const placements: Placement[] = [];
  const ends: CallEnd[] = [];
  const checkedAtMs: number[] = [];
  const hungUpAtMs: number[] = [];
  const next = <T>(name: keyof typeof asked, answers: readonly (T | Error)[]): T => {
    const answer = answers[Math.min(asked[name], answers.length - 1)];
    asked[name] += 1;
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw new Error(`${name} was not expected`);
    return answer;
  };
  const passOrFail = (name: keyof typeof asked, answers: readonly (Error | undefined)[] = []) =>
    next(name, answers.length === 0 ? [true] : answers.map((answer) => answer ?? true));
  const place = async (): Promise<Placement> => {
    await meanwhile();
    const placement = next("placeCall", script.placeCall);
    placements.push(placement);
    return placement;
  };
  return {
    asked,
    placements,
    ends,
    checkedAtMs,
    hungUpAtMs,
    carrierActivities: {
      placeCall: place,
      reconcileCall: async () => next("reconcileCall", script.reconcileCall ?? []),
      checkCall: async () => {
        checkedAtMs.push(await nowMs());
        await script.whileChecked?.(checkedAtMs.length);
        const answer = next("checkCall", script.checkCall ?? [{ eventId: null, callbacksArrive: true }]);
        return (hungUpAtMs.length > 0 && script.checkOfHungUpCall) || answer;
      },
      hangUpCall: async () => {
        hungUpAtMs.push(await nowMs());
        passOrFail("hangUpCall", script.hangUpCall);
      },
    },
    withinTask: {
      placeCallAtOnce: async () => {
        asked.placeCallAtOnce += 1;
        return script.isFull ? null : place();
      },
      settleCall: async ({ end }) => {
        if (asked.settleCall === 0) await settling?.();
        const settlement = next("settleCall", script.settleCall ?? [{ kind: "settled", state: "completed" } as const]);
        if (settlement.kind === "settled") ends.push(end);
        return settlement;
      },
    },
  };
};
