import type { FoundStop } from "../rule-pack/judge-rules.ts";
import type { Law } from "../rule-pack/rule-standing.rules.ts";
import type { MadeCall, PackJudge } from "./judge-calls.ts";

/** Calls that rules stop. */
export interface StoppedCalls {
  /** Not made at all. */
  refused: number;
  /** Not made at that time. */
  waiting: number;
}

export interface RulesReplay {
  /** Calls that were made. */
  calls: number;
  /** Calls that a rule of a pack, or of the organization, refused. */
  refusedCalls: number;
  /** By the rules of today, of the calls that were made. */
  before: StoppedCalls;
  /** By the rules that are asked about, of the calls that were made. */
  after: StoppedCalls;
  /** Made calls that only the rules that are asked about stop. */
  newlyStopped: number;
  /** Refused calls that the rules that are asked about let pass. */
  allowed: number;
  /** Those of them that the rules of today would refuse again. */
  newlyAllowed: number;
  /** The stopped calls by the first rule that stops them. */
  byRule: (StoppedCalls & { law: Law; answered: number })[];
}

/** A call that was made, or that a rule refused. */
export interface ReplayedCall extends MadeCall {
  zoneList: readonly string[];
  isRefused: boolean;
}

/** Asks rules of calls that were made or refused, in their order, as it asks those of today beside them. */
export const createRulesReplay = ({ before, after }: { before: PackJudge | null; after: PackJudge | null }) => {
  const counted: RulesReplay = {
    calls: 0,
    refusedCalls: 0,
    before: { refused: 0, waiting: 0 },
    after: { refused: 0, waiting: 0 },
    newlyStopped: 0,
    allowed: 0,
    newlyAllowed: 0,
    byRule: [],
  };
  const judge = (call: ReplayedCall) => {
    const [was, is] = [before, after].map((rules) => rules?.findStop(call, call.zoneList) ?? null);
    // What the rules let pass counts for later calls, and what they stop does not.
    if (!was && !call.isRefused) before?.remember(call);
    if (!is) after?.remember(call);
    return { was: was ?? null, is: is ?? null };
  };
  return {
    counted,
    /** Counts a call before the span, which rules about attempts know of. */
    remember: (call: ReplayedCall): void => {
      if (call.isRefused) return;
      before?.remember(call);
      after?.remember(call);
    },
    replay: (call: ReplayedCall): void => {
      const { was, is } = judge(call);
      if (call.isRefused) {
        counted.refusedCalls += 1;
        if (is) return;
        counted.allowed += 1;
        if (was) counted.newlyAllowed += 1;
        return;
      }
      counted.calls += 1;
      if (was) add(counted.before, was);
      if (!is) return;
      add(counted.after, is);
      if (!was) counted.newlyStopped += 1;
      const rule = findRule(counted, is.law);
      add(rule, is);
      rule.answered += call.ruled?.answered === true ? 1 : 0;
    },
  };
};

const add = (stopped: StoppedCalls, { isRefused }: FoundStop): void => {
  stopped[isRefused ? "refused" : "waiting"] += 1;
};

const findRule = ({ byRule }: RulesReplay, law: Law): RulesReplay["byRule"][number] => {
  const known = byRule.find((each) => each.law.pack === law.pack && each.law.rule === law.rule);
  if (known) return known;
  const fresh = { law, refused: 0, waiting: 0, answered: 0 };
  byRule.push(fresh);
  return fresh;
};
