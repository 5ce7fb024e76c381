import type { GuardVerdict } from "./version-guard.rules.ts";
import { chooseVersion, divideByWeight, type VersionShare, type VersionWeight } from "./version-shares.rules.ts";

/** A version that stands beside others. */
export interface PlannedVersion extends VersionWeight {
  version_id: number;
  /** Set when the guard has stopped it: nobody is called with it any more. */
  stopped: StoppedVersion | null;
}

/** When the guard stopped a version, and by which figures. */
export interface StoppedVersion {
  at: string;
  metric: string;
  people: number;
  hits: number;
  others_people: number;
  others_hits: number;
  evidence: number;
  needed: number;
}

/** The versions of an agent that stand side by side, and who is called with which. */
export interface VersionPlan {
  versions: PlannedVersion[];
  shares: VersionShare[];
  /** The comparison begins here: calls made before were shared out otherwise. */
  since: string;
}

/** Returns the plan for these versions; people who need not move stay where the plan before had them. */
export const planVersions = (
  versions: readonly Omit<PlannedVersion, "stopped">[],
  { before, now }: { before: Pick<VersionPlan, "shares"> | null; now: Date },
): VersionPlan => ({
  versions: versions.map((version) => ({ ...version, stopped: null })),
  shares: divideByWeight(versions, before?.shares ?? []),
  since: now.toISOString(),
});

/** Returns the plan in which the guard's verdict is carried out: the remaining versions share the people of the stopped one. */
export const stopVersion = (
  plan: VersionPlan,
  verdict: GuardVerdict,
  { metric, now }: { metric: string; now: Date },
): VersionPlan => {
  const stopped: StoppedVersion = {
    at: now.toISOString(),
    metric,
    people: verdict.people,
    hits: verdict.hits,
    others_people: verdict.othersPeople,
    others_hits: verdict.othersHits,
    evidence: verdict.evidence,
    needed: verdict.needed,
  };
  const versions = plan.versions.map((each) => (each.version === verdict.version ? { ...each, stopped } : each));
  return { ...plan, versions, shares: divideByWeight(listGoingOn({ versions }), plan.shares) };
};

export const listGoingOn = ({ versions }: Pick<VersionPlan, "versions">): PlannedVersion[] =>
  versions.filter(({ stopped }) => stopped === null);

/**
 * Returns the id of the version that a person is called with. Somebody who was called before keeps their version whatever the
 * weights have become, but not one that was stopped or taken out: who is called again has never talked with it, because nobody is
 * called again after an answer, so nothing that they know is lost.
 */
export const choosePlanned = (
  plan: VersionPlan,
  { calledWith, position }: { calledWith: number | null; position: number },
): number | null => {
  const goingOn = listGoingOn(plan);
  if (goingOn.some(({ version_id: id }) => id === calledWith)) return calledWith;
  const version = chooseVersion(plan.shares, position);
  return goingOn.find((each) => each.version === version)?.version_id ?? null;
};
