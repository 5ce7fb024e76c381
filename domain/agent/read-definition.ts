import { z } from "zod";
import type { AgentDefinition } from "./agent-definition.ts";

const data = z.record(z.string(), z.unknown()).default({});

const stored = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      position: z.object({ x: z.number(), y: z.number() }).default({ x: 0, y: 0 }),
      data,
    }),
  ),
  edges: z.array(z.object({ id: z.string(), source: z.string(), target: z.string(), data })).default([]),
});

/** Reads a definition from a row; it was checked when it was saved. Throws a `ZodError` for anything else. */
export const readDefinition = (row: unknown): AgentDefinition => stored.parse(row);
