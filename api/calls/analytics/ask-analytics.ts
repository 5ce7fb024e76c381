import { describeMeasure, writeDimension, writeMeasure } from "../../../domain/analytics/measures.rules.ts";
import { MOST_ROWS } from "../../../domain/analytics/question.rules.ts";
import type { CallGroup } from "../../../infra/postgres/call/analytics.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import type { analyticsQuery } from "./analytics.schemas.ts";
import { answerQuestion } from "./answer-question.ts";
import { createCallsQuery } from "./calls-behind.ts";
import type { ReadQuestion } from "./read-question.ts";

/** Answers with figures of calls, each with the query that lists the calls behind it. */
export const askAnalytics = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof analyticsQuery }>,
) => {
  const { question, groups, total } = await answerQuestion(context, query, MOST_ROWS);
  const present = createPresenter(question);
  return {
    timezone: question.timezone,
    environment: question.asked.environment,
    start_date: question.asked.start_date ?? null,
    end_date: question.asked.end_date ?? null,
    measures: question.measures.map((measure) => ({ name: writeMeasure(measure), ...describeMeasure(measure) })),
    by: question.by.map(writeDimension),
    rows: groups.map((group) => ({ by: group.named, ...present(group) })),
    total: present(total),
  };
};

const createPresenter = (question: ReadQuestion) => {
  const callsQuery = createCallsQuery(question);
  return ({ values, calls, figures }: CallGroup) => ({
    calls,
    calls_query: callsQuery(values, null),
    figures: question.measures.map((measure, at) => {
      const { calls: counted = 0, sum = null, mean = null, p50 = null, p95 = null } = figures[at] ?? {};
      return {
        measure: writeMeasure(measure),
        calls: counted,
        share: describeMeasure(measure).kind === "count" && calls > 0 ? counted / calls : null,
        ...{ sum, mean, p50, p95 },
        calls_query: callsQuery(values, measure),
      };
    }),
  });
};
