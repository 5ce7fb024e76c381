import type { z } from "zod";
import { prepareTool } from "../../application/tool/prepare-tool.ts";
import { buildToolHeaders } from "../../application/tool/tool-credential.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import { mayTry } from "../../domain/tool/tool-states.ts";
import type { Tool } from "../../infra/postgres/tool/tool.entity.ts";
import { findTool } from "../../infra/postgres/tool/tool.repository.ts";
import type { ToolCallEnd } from "../../infra/postgres/tool/tool-call.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { recordToolChange } from "./record-tool-change.ts";
import { nothingToTest, toolArchived, toolNotFound, unknownFunction } from "./tools.errors.ts";
import type { testToolBody, toolParams } from "./tools.schemas.ts";

type Body = z.output<typeof testToolBody>;

/** Runs a tool as an agent would in a call, and returns what the agent would be told. */
export const testTool = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof toolParams; body: typeof testToolBody }>,
) => {
  const tool = await context.withEntities((em) => findTool(em, params.tool_uuid));
  if (!tool) throw toolNotFound();
  requireOwnEnvironment(context.actor, tool, "tool");
  const name = functionOf(tool, body);
  const startedAt = performance.now();
  const end = await run(context, { tool, name, body });
  const answer = {
    tool_uuid: tool.tool_uuid,
    state: end.state,
    result: end.result ?? { error: end.error ?? "It failed." },
    status_code: end.statusCode ?? null,
    duration_ms: Math.round(performance.now() - startedAt),
  };
  await context.inOrganization(async (tx) => {
    recordToolChange(context, tx, { tool, change: `was tried out: ${end.state}` });
    context.keepAnswer(tx, answer);
  });
  return answer;
};

/** Returns the tool's own name for the function. Throws the error for a tool that cannot be tried out. */
const functionOf = ({ definition, name, status }: Tool, body: Body): string => {
  if (!mayTry({ status })) throw toolArchived();
  const isAsked = definition.type === "transfer_call" && definition.config.destination_source === "dynamic";
  if (definition.type === "end_call" || (definition.type === "transfer_call" && !isAsked)) throw nothingToTest();
  if (definition.type !== "mcp") return name;
  const known = definition.config.discovered_tools.map((each) => each.name);
  const wanted = body.function ?? (known.length === 1 ? known[0] : undefined);
  if (wanted === undefined || !known.includes(wanted)) throw unknownFunction(known);
  return wanted;
};

const run = async (
  context: OperationContext,
  { tool, name, body }: { tool: Tool; name: string; body: Body },
): Promise<ToolCallEnd> => {
  const { definition } = tool;
  const readEnvironment = () => Promise.resolve(context.actor.environment);
  try {
    const proof = await context.withEntities((em) =>
      buildToolHeaders(em, { definition, readEnvironment }, context.secrets),
    );
    const request = {
      ...proof,
      definition,
      organizationId: context.actor.organizationId,
      name,
      given: body.arguments,
      context: body.context,
      idempotencyKey: context.ids.uuid(),
    };
    return await prepareTool(context, request).run();
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error;
    return { state: "failed", error: error.message };
  }
};
