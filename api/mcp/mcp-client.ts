import { CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { Request } from "express";
import { z } from "zod";
import { cleanClientName } from "../../domain/access/client-sign-in.ts";

/** The program at the other end, by its own word. */
export interface McpClient {
  name: string;
  version: string;
}

export const SESSION_HEADER = "mcp-session-id";

const UNNAMED: McpClient = { name: "MCP client", version: "" };
/** Names are shown to people: a line of letters, and no more than fits. */
const word = (most: number) => z.string().transform((text) => cleanClientName(text, most));
const clientInfo = z.object({ name: word(60).pipe(z.string().min(1)), version: word(30).catch("") });

const initialize = z.object({ method: z.literal("initialize"), params: z.object({ clientInfo }) });
const enveloped = z.object({ params: z.object({ _meta: z.object({ [CLIENT_INFO_META_KEY]: clientInfo }) }) });

/**
 * Returns the client of a request: from its `initialize` or its envelope, else from the session id, which is nothing but the name of
 * the client as it gave it, so that every API process knows it. It is not signed: a client that would change it could have given
 * another name as well.
 */
export const readMcpClient = (request: Request): McpClient => {
  const body: unknown = request.body;
  const opening = initialize.safeParse(body);
  if (opening.success) return opening.data.params.clientInfo;
  const envelope = enveloped.safeParse(body);
  if (envelope.success) return envelope.data.params._meta[CLIENT_INFO_META_KEY] ?? UNNAMED;
  return readSessionId(request.get(SESSION_HEADER) ?? "") ?? UNNAMED;
};

/** Returns the session id for the answer to `initialize`; null: the request is another one. */
export const createSessionId = (request: Request): string | null => {
  const opening = initialize.safeParse(request.body);
  return opening.success ? Buffer.from(JSON.stringify(opening.data.params.clientInfo)).toString("base64url") : null;
};

const LONGEST_SESSION_ID = 1_000;

const readSessionId = (id: string): McpClient | null => {
  if (id === "" || id.length > LONGEST_SESSION_ID) return null;
  try {
    return clientInfo.safeParse(JSON.parse(Buffer.from(id, "base64url").toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
};
