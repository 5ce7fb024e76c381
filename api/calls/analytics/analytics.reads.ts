import { DIMENSION_NAMES, DIMENSIONS, MEASURE_NAMES, MEASURES } from "../../../domain/analytics/measures.rules.ts";
import { listGatheredVariables } from "../../../infra/postgres/agent/gathered-variables.repository.ts";
import { listViews as listRows } from "../../../infra/postgres/analytics/analytics-views.repository.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { presentViews } from "./views.presenter.ts";

/** Lists what a question can ask: measures, dimensions, and the variables that published agents gather. */
export const listMeasures = (context: OperationContext) =>
  context.inOrganization(async (tx) => ({
    measures: MEASURE_NAMES.map((name) => ({ name, ...MEASURES[name] })),
    dimensions: DIMENSION_NAMES.map((name) => ({ name, ...DIMENSIONS[name] })),
    variables: await listGatheredVariables(tx),
  }));

/** Lists the caller's views and those that are shared. */
export const listViews = (context: OperationContext) =>
  context.inOrganization(async (tx) => ({
    views: await presentViews(context, tx, await listRows(tx, context.actor.userId)),
  }));
