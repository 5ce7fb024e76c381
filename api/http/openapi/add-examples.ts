import type { Answer, Content, DescribedOperation } from "./name-document.ts";
import { mapValues } from "./schema.ts";

/** An exchange of a request and its answer as a test recorded it (`scripts/examples.ts`). */
export interface Example {
  request?: unknown;
  answer?: unknown;
}

/** Returns the operation with the example of its request and its answer. */
export const addExample = (operation: DescribedOperation, example: Example | undefined): DescribedOperation => {
  if (!example) return operation;
  const { requestBody, responses } = operation;
  return {
    ...operation,
    ...(requestBody &&
      example.request !== undefined && {
        requestBody: { ...requestBody, content: withExample(requestBody.content, example.request) },
      }),
    responses: mapValues(responses, (answer, status) =>
      status.startsWith("2") && status !== "202" ? answerWithExample(answer, example.answer) : answer,
    ),
  };
};

const answerWithExample = (answer: Answer, example: unknown): Answer =>
  answer.content && example !== undefined ? { ...answer, content: withExample(answer.content, example) } : answer;

const withExample = (content: Content, example: unknown): Content =>
  mapValues(content, (described, type) => (type === "application/json" ? { ...described, example } : described));
