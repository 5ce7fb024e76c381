import { z } from "zod";
import { cutText, toStorable } from "../../domain/json/storable.ts";
import { KEPT_MCP_DESCRIPTION, MOST_MCP_PAGES, MOST_MCP_TOOLS } from "../../domain/tool/mcp-limits.ts";
import { McpError } from "./mcp-error.ts";
import { type McpServer, withMcpSession } from "./mcp-session.ts";

export interface McpTool {
  name: string;
  description: string | null;
  /** JSON Schema of the arguments. */
  input_schema: Record<string, unknown> | null;
}

const listedTool = z.object({
  name: z.string().min(1).max(255),
  description: z.string().nullish(),
  inputSchema: z.record(z.string(), z.unknown()).nullish(),
});
const toolPage = z.object({
  tools: z.array(listedTool).nullish(),
  nextCursor: z.string().nullish(),
});

const resource = z.looseObject({ uri: z.string().nullish(), text: z.string().nullish() });
const part = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  resource: resource.nullish(),
  uri: z.string().nullish(),
  name: z.string().nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
});
const callResult = z.object({
  content: z.array(part).nullish(),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().nullish(),
});

/** Lists every tool that a server offers. Throws `McpError`, or what `fetch` throws. */
export const listMcpTools = (server: McpServer): Promise<McpTool[]> =>
  withMcpSession(server, async (session) => {
    const tools: McpTool[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; page < MOST_MCP_PAGES && tools.length < MOST_MCP_TOOLS; page += 1) {
      const answer = readAs(toolPage, toStorable(await session.request("tools/list", cursor ? { cursor } : {})));
      tools.push(...(answer.tools ?? []).map(presentTool));
      cursor = answer.nextCursor;
      if (!cursor) break;
    }
    return tools.slice(0, MOST_MCP_TOOLS);
  });

/** Calls one tool; returns its answer, and whether it reports a failure. After `beforeCall` the tool may have acted. */
export const callMcpTool = (
  server: McpServer,
  call: { name: string; arguments: Record<string, unknown>; beforeCall: () => void },
): Promise<{ data: unknown; isError: boolean }> =>
  withMcpSession(server, async (session) => {
    call.beforeCall();
    const raw = await session.request("tools/call", { name: call.name, arguments: call.arguments });
    const { content, structuredContent, isError } = readAs(callResult, raw);
    const texts = (content ?? []).map(textOf).filter((text) => text !== "");
    return { data: structuredContent ?? texts.join("\n"), isError: isError ?? false };
  });

/** Returns the text of a part: its own, an embedded resource's, or where a linked one is. Sounds and images have none. */
const textOf = ({ type, text, resource: embedded, ...link }: z.output<typeof part>): string => {
  if (type === "resource") return embedded?.text ?? embedded?.uri ?? "";
  if (type !== "resource_link") return text ?? "";
  const name = link.title ?? link.name ?? "";
  return [name, link.description ?? "", link.uri ?? ""].filter((each) => each !== "").join(": ");
};

const presentTool = (tool: z.output<typeof listedTool>): McpTool => ({
  name: tool.name,
  description: typeof tool.description === "string" ? cutText(tool.description, KEPT_MCP_DESCRIPTION) : null,
  input_schema: tool.inputSchema ?? null,
});

const readAs = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new McpError("The MCP server's answer does not follow its protocol");
  return parsed.data;
};
