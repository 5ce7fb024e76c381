import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";

const answer = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});

export interface McpTestClient {
  client: Client;
  /** How often a tool was called. */
  calls(): number;
  call(name: string, given?: Record<string, unknown>): Promise<z.output<typeof answer>>;
  /** Calls a tool that must succeed, and returns its data. */
  data(name: string, given?: Record<string, unknown>): Promise<unknown>;
  /** Calls a tool that must refuse, and returns its sentence. */
  refused(name: string, given?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Connects the client of the protocol's own SDK, which is another one than the server is made with. */
export const connectMcp = async (
  baseUrl: string,
  headers: Record<string, string>,
  clientInfo = { name: "Test client", version: "1.2" },
): Promise<McpTestClient> => {
  const client = new Client(clientInfo);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }));
  let calls = 0;
  const call: McpTestClient["call"] = async (name, given = {}) => {
    calls += 1;
    return answer.parse(await client.callTool({ name, arguments: given }));
  };
  return {
    client,
    calls: () => calls,
    call,
    data: async (name, given) => {
      const { isError, structuredContent, content } = await call(name, given);
      if (isError || structuredContent?.["carried_out"] === false) throw new Error(content[0]?.text);
      return structuredContent?.["data"];
    },
    refused: async (name, given) => {
      const { isError, content } = await call(name, given);
      if (!isError) throw new Error(`it was not refused: ${content[0]?.text}`);
      return content[0]?.text ?? "";
    },
    close: () => client.close(),
  };
};
