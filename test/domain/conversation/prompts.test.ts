import { expect, it } from "@jest/globals";
import { readGraph } from "../../../domain/conversation/agent-graph.ts";
import { buildSystemPrompt } from "../../../domain/conversation/prompts.ts";
import { ModelError } from "../../../domain/model/chat-model.ts";

const promptOf = (prompt: string, context: Record<string, unknown>): string => {
  const graph = readGraph({ nodes: [{ id: "1", type: "startCall", data: { name: "Start", prompt } }], edges: [] });
  return buildSystemPrompt(graph, graph.start, { context, driver: "text", settings: { dictionary: "{{b}}" } });
};

it("a prompt has the values of its variables, up to what a model may be sent", () => {
  const context = { a: "x".repeat(100_000), b: "y" };
  expect(promptOf("{{a}}", context)).toContain(context.a);
  expect(() => promptOf("{{a}}{{a}}", context)).toThrow(
    new ModelError(
      "refused",
      "The prompt is too long: the values of its variables come to more than 200000 characters",
    ),
  );
});
