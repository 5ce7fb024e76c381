import { computeRecentDays } from "../../domain/time/local-days.ts";
import { readAttention } from "../../infra/postgres/team/attention.repository.ts";
import { countRunningCampaigns, readHomeFigures } from "../../infra/postgres/team/home-figures.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentAttention, presentFigures } from "./team.presenter.ts";
import type { homeQuery } from "./team.schemas.ts";

const MOST_OF_A_KIND = 100;

export const getHome = (context: OperationContext, { query: { days } }: OperationInput<{ query: typeof homeQuery }>) =>
  context.inOrganization(async (tx) => {
    const organization = await tx.selectFrom("organizations").select("timezone").executeTakeFirstOrThrow();
    const timezone = organization.timezone ?? "UTC";
    const { current, previous } = computeRecentDays(context.clock.now(), { days, timezone });
    const figures = await readHomeFigures(tx, { ...current, until: null });
    const campaigns = await countRunningCampaigns(tx);
    const attention = await readAttention(tx, { userId: context.actor.userId, limit: MOST_OF_A_KIND });
    const figuresBefore = await readHomeFigures(tx, previous);
    return {
      days,
      timezone,
      ...presentFigures(current, figures),
      campaigns_running: campaigns,
      needs_attention: attention.map(presentAttention),
      previous: presentFigures(previous, figuresBefore),
    };
  });
