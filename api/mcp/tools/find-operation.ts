import { z } from "zod";
import { listConsequences } from "../../../domain/access/consequences.ts";
import type { AnyOperation } from "../../http/operation.ts";
import { defineTool } from "../tool.ts";

const MOST_FOUND = 15;

export const findOperation = defineTool({
  name: "find_operation",
  title: "Find an operation",
  description: "Finds operations of the whole API by words, for what no other tool does.",
  effect: "reads",
  input: z.object({ query: z.string().min(1).max(200) }),
  run: async (call, { query }) => ({ operations: findOperations(call.operations, query).map(summarize) }),
});

/** The operations in which most of the words are found, a name weighing more than a sentence. */
export const findOperations = (operations: readonly AnyOperation[], query: string): AnyOperation[] => {
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/(?<=...)s$/, ""))
    .filter(Boolean);
  return operations
    .filter(({ permission }) => permission !== "public")
    .map((operation) => ({ operation, score: scoreOf(operation, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_FOUND)
    .map(({ operation }) => operation);
};

const scoreOf = ({ id, path, summary, area }: AnyOperation, words: readonly string[]): number =>
  words
    .map((word) => {
      const found = (text: string, weight: number) => (text.toLowerCase().includes(word) ? weight : 0);
      return found(id, 3) + found(summary, 2) + found(path, 1) + found(area, 1);
    })
    .reduce((sum, score) => sum + score, 0);

const summarize = (operation: AnyOperation) => ({
  operation: operation.id,
  does: operation.summary,
  role: operation.permission,
  sandbox: operation.sandbox,
  consequences: listConsequences(operation),
});
