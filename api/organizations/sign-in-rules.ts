import type { z } from "zod";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwner } from "../http/require-production.ts";
import type { signInRulesBody } from "./sign-in-rules.schemas.ts";

export const getSignInRules = (context: OperationContext) => context.inOrganization(readRules);

const readRules = async (tx: OrganizationTransaction) => {
  const row = await tx.selectFrom("organizations").select("second_factor_from").executeTakeFirstOrThrow();
  return { second_factor_from: row.second_factor_from };
};

/** Asks members for a second factor from the end of the grace on, or no longer. A wish that holds keeps its day. */
export const setSignInRules = (context: OperationContext, { body }: OperationInput<{ body: typeof signInRulesBody }>) =>
  context.inOrganization(async (tx) => {
    requireOwner(context.actor, "change how members sign in");
    const from = await decideStart(context, tx, body);
    const { organizationId } = context.actor;
    await tx.updateTable("organizations").set({ second_factor_from: from }).where("id", "=", organizationId).execute();
    recordTimelineAtCommit(tx, {
      organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary: from
        ? `Members with a password need a second factor from ${from.toISOString()} on`
        : "Members need no second factor",
    });
    return readRules(tx);
  });

const decideStart = async (
  { clock }: OperationContext,
  tx: OrganizationTransaction,
  { second_factor: wish, grace_days: days }: z.output<typeof signInRulesBody>,
): Promise<Date | null> => {
  if (wish === "optional") return null;
  const { second_factor_from: present } = await readRules(tx);
  if (present && days === undefined) return present;
  return new Date(clock.now().getTime() + (days ?? 0) * DAY_MS);
};
