import type { Command } from "commander";
import type { SharedOptions } from "./operation-command.ts";
import { type Access, readAccess } from "./profiles.ts";
import type { Terminal } from "./terminal.ts";

/** Adds `mcp`: the platform's MCP server for clients that start a program and talk with it by its input and output. */
export const addMcpBridge = (program: Command, terminal: Terminal): void => {
  program
    .command("mcp")
    .description("Be an MCP server over standard input and output, for an assistant that starts one")
    .action(async (_, command: Command) => bridge(terminal, command.optsWithGlobals()));
};

interface Message {
  id?: string | number | null;
  method?: string;
  params?: { name?: string; _meta?: Record<string, unknown> };
}

const PROTOCOL_KEY = "io.modelcontextprotocol/protocolVersion";

/** Each line is a message. One that takes long keeps no other waiting; only the first one, which opens the session, does. */
const bridge = async (terminal: Terminal, { profile }: SharedOptions): Promise<void> => {
  const access = readAccess(terminal, profile);
  const session: Record<string, string> = {};
  const open = new Set<Promise<void>>();
  for await (const line of terminal.inputLines()) {
    if (line.trim() === "") continue;
    const work = passOn(line, { access, session, terminal }).finally(() => open.delete(work));
    open.add(work);
    if (readMessage(line).method === "initialize") await work;
  }
  await Promise.all(open);
};

const passOn = async (
  line: string,
  { access, session, terminal }: { access: Access; session: Record<string, string>; terminal: Terminal },
): Promise<void> => {
  const message = readMessage(line);
  const write = (text: string) => terminal.out(`${text.replaceAll("\n", "")}\n`);
  try {
    const response = await (access.fetch ?? fetch)(`${access.baseUrl.replace(/\/+$/, "")}/mcp`, {
      method: "POST",
      headers: { ...headersOf(message, access), ...session },
      body: line,
    });
    const id = response.headers.get("mcp-session-id");
    if (id !== null) session["mcp-session-id"] = id;
    const text = await response.text();
    const answers = messagesIn(text, response.headers.get("content-type") ?? "");
    if (answers.length === 0 && !response.ok) throw new Error(`the platform answered ${response.status}: ${text}`);
    answers.forEach(write);
  } catch (error) {
    if (message.id === undefined) return;
    write(JSON.stringify({ jsonrpc: "2.0", id: message.id, error: { code: -32000, message: String(error) } }));
  }
};

/** Newer revisions of the protocol repeat in headers what a message is. */
const headersOf = ({ method, params }: Message, { apiKey }: Access): Record<string, string> => {
  const version = params?._meta?.[PROTOCOL_KEY];
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
    ...(typeof version === "string" && { "mcp-protocol-version": version, "mcp-method": method ?? "" }),
    ...(typeof version === "string" && params?.name !== undefined && { "mcp-name": params.name }),
  };
};

const messagesIn = (text: string, contentType: string): string[] => {
  if (contentType.includes("text/event-stream"))
    return text.split(/\r?\n/).flatMap((line) => (line.startsWith("data:") ? [line.slice("data:".length).trim()] : []));
  return text.includes('"jsonrpc"') ? [text] : [];
};

const readMessage = (line: string): Message => {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
};
