import { z } from "zod";
import type { ToolCall } from "./tool-call.ts";

/** A tool as MCP clients see it. Its operations are named by id, and reached through its call alone. */
export interface Tool<I extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  /** `reads`: changes nothing. `acts`: changes something. `confirms`: some of it is told first and needs `confirm`. */
  effect: "reads" | "acts" | "confirms";
  run(call: ToolCall, given: z.output<I>): Promise<unknown>;
}

/** The type in tables: the arguments are checked before it runs. */
export interface AnyTool extends Omit<Tool, "run"> {
  run(call: ToolCall, given: Record<string, unknown>): Promise<unknown>;
}

/** Defines a tool; its arguments are read by its own schema. */
export const defineTool = <I extends z.ZodObject>(tool: Tool<I>): AnyTool => ({
  ...tool,
  run: (call, given) => tool.run(call, tool.input.parse(given)),
});

/** The argument of every tool that may need the token of its description. */
export const confirm = z.string().max(4_000).optional().meta({ description: "Token from the call without it" });

export const id = z.number().int().positive();
