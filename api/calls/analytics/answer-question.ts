import { LONGEST_QUESTION_MS, refuseRows, sortGroups } from "../../../domain/analytics/question.rules.ts";
import { askOfCalls, type CallGroup, SlowQuestionError } from "../../../infra/postgres/call/analytics.repository.ts";
import { type NamedValue, nameValues } from "../../../infra/postgres/call/named-values.repository.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { notEnumerated, questionTooSlow, tooManyRows } from "./analytics.errors.ts";
import type { Question } from "./analytics.schemas.ts";
import { type ReadQuestion, readQuestion } from "./read-question.ts";

export interface Answered {
  question: ReadQuestion;
  groups: (CallGroup & { named: NamedValue[] })[];
  total: CallGroup;
}

/** Asks a question of the organization's calls; throws where it has too many rows, or too many calls. */
export const answerQuestion = (context: OperationContext, query: Question, most: number): Promise<Answered> =>
  context
    .inOrganization(async (tx) => {
      const question = await readQuestion(context, tx, query);
      const { groups, total } = await askOfCalls(tx, {
        ...question,
        mostGroups: most + 1,
        longestMs: LONGEST_QUESTION_MS,
      });
      const variables = question.by.map(({ variable }) => variable);
      const refusal = refuseRows(groups, { variables, most });
      if (refusal === "not_enumerated") throw notEnumerated();
      if (refusal === "too_many_rows") throw tooManyRows(most);
      const nameOf = await nameValues(tx, question.by, groups);
      const sorted = sortGroups(groups, question.by);
      return { question, total, groups: sorted.map((group) => ({ ...group, named: group.values.map(nameOf) })) };
    })
    .catch((error: unknown) => {
      throw error instanceof SlowQuestionError ? questionTooSlow(error) : error;
    });
