import { z } from "zod";
import { findWithdrawal } from "../domain/agent/usable-agent-version.ts";
import {
  explainUnknownMetric,
  GUARD_DEFAULTS,
  GUARD_LIMITS,
  type VersionGuard,
} from "../domain/campaign/version-guard.rules.ts";
import type { PlannedVersion, VersionPlan } from "../domain/campaign/version-plan.rules.ts";
import {
  explainUnfitVersions,
  HEAVIEST_WEIGHT,
  MOST_VERSIONS,
  type VersionWeight,
} from "../domain/campaign/version-shares.rules.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { agentNotUsable } from "./agents/agents.errors.ts";
import { withDefault } from "./http/fields.ts";
import { invalidField } from "./http/http-error.ts";
import { requireKnownAgent } from "./require-agent.ts";

/** Versions of an agent, each with its part of the calls. */
export const versionWeights = z
  .array(
    z
      .strictObject({
        version: z.number().int().min(1).meta({ description: "The number of a version that is or was published" }),
        weight: z.number().int().min(1).max(HEAVIEST_WEIGHT).meta({
          description: "Its part of the calls in proportion to the weights of all",
        }),
      })
      .meta({ id: "VersionWeight" }),
  )
  .min(1)
  .max(MOST_VERSIONS);

const rate = { metric: z.string().min(1).max(255) };
const within = ({ least, most }: { least: number; most: number }) => z.number().min(least).max(most);

export const versionGuard = z
  .strictObject({
    metric: rate.metric
      .superRefine((metric, refinement) => {
        const fault = explainUnknownMetric(metric);
        if (fault !== null) refinement.addIssue({ code: "custom", message: fault });
      })
      .meta({
        description:
          "`answer_rate`: of those called for the first time, who answered; `opt_out_rate`: of those who answered, who do not want to be called; `disposition:NAME`: of those who answered, with whom the agent concluded NAME",
      }),
    worse_by: withDefault(within(GUARD_LIMITS.worse_by), GUARD_DEFAULTS.worse_by).meta({
      description: "The difference that matters, 0.1 for ten points; the guard lets much smaller ones be",
    }),
    confidence: withDefault(within(GUARD_LIMITS.confidence), GUARD_DEFAULTS.confidence).meta({
      description: "How sure the guard has to be: of campaigns with equal versions, at most the rest stop one",
    }),
  })
  .meta({ id: "VersionGuard" });

export const versionGuardAnswer = z
  .object({ ...rate, worse_by: z.number(), confidence: z.number() })
  .meta({ id: "VersionGuardSettings" });

export const plannedVersionsAnswer = z.array(
  z
    .object({
      version: z.number().int(),
      definition_id: z.number().int(),
      weight: z.number().int(),
      share: z.number().meta({ description: "The part of the people who are called with it now, 0 to 1" }),
      stopped: z
        .object({
          at: z.iso.datetime(),
          metric: z.string(),
          people: z.number().int(),
          hits: z.number().int(),
          others_people: z.number().int(),
          others_hits: z.number().int(),
          evidence: z.number(),
          needed: z.number(),
        })
        .nullable()
        .meta({ description: "When the guard stopped it and by which figures; null: it goes on" }),
    })
    .meta({ id: "PlannedVersion" }),
);

export const presentPlannedVersions = (plan: VersionPlan | null) =>
  plan &&
  plan.versions.map(({ version, version_id, weight, stopped }) => ({
    version,
    definition_id: version_id,
    weight,
    share: plan.shares.reduce((sum, share) => (share.version === version ? sum + share.to - share.from : sum), 0),
    stopped,
  }));

/** Finds the versions of an agent that are to stand side by side; throws why one cannot. */
export const requireVersions = async (
  tx: OrganizationTransaction,
  { agentId, versions }: { agentId: number; versions: readonly VersionWeight[] },
): Promise<Omit<PlannedVersion, "stopped">[]> => {
  const agent = await requireKnownAgent(tx, agentId);
  const withdrawal = findWithdrawal(agent);
  if (withdrawal) throw agentNotUsable(withdrawal);
  const unfit = explainUnfitVersions(versions);
  if (unfit !== null) throw invalidField(["versions"], unfit);
  const rows = await tx
    .selectFrom("agent_versions")
    .select(["id", "version_number", "published_at"])
    .where("agent_id", "=", agentId)
    .where(
      "version_number",
      "in",
      versions.map(({ version }) => version),
    )
    .execute();
  return versions.map(({ version, weight }, index) => {
    const row = rows.find(({ version_number: number }) => number === version);
    if (!row) throw invalidField(["versions", index, "version"], `The agent ${agent.name} has no version ${version}`);
    if (row.published_at === null)
      throw invalidField(
        ["versions", index, "version"],
        `Version ${version} of the agent ${agent.name} was never published: publish it first`,
      );
    return { version, version_id: row.id, weight };
  });
};

/** Throws for a guard that has nothing to compare. */
export const requireComparison = (guard: VersionGuard | null, plan: VersionPlan | null): void => {
  if (guard !== null && (plan?.versions.length ?? 0) < 2)
    throw invalidField(["guard"], "A guard compares versions: send versions with at least two of them, or no guard");
};

export const versionsOfOtherAgent = () =>
  invalidField(
    ["versions"],
    "The versions are those of the agent before: send versions of the new one with it, or take them away",
  );
