import { readRefusalText } from "../guarded-request/refusal-text.ts";
import { McpError, McpLostSessionError, McpUnauthorizedError } from "./mcp-error.ts";

interface Asked {
  url: string;
  headers: Readonly<Record<string, string>>;
}

const REDIRECTS = [301, 302, 303, 307, 308];
/** Some servers answer 400 where the protocol has 404. */
const LOST_SESSION =
  /session.*(?:not found|expired|unknown|invalid|terminated)|(?:no valid|invalid|unknown|expired) session/i;

/** Reads why an MCP server refuses a request, in a sentence that says what to do. */
export const readMcpRefusal = async (
  response: Response,
  { server, hasSession }: { server: Asked; hasSession: boolean },
): Promise<McpError> => {
  const { status } = response;
  const words = await readRefusalText(response, listSecrets(server.headers));
  const said = words === null ? "" : `. It says: ${words}`;
  if (status === 401) return new McpUnauthorizedError();
  const isLost = hasSession && (status === 404 || (status === 400 && LOST_SESSION.test(words ?? "")));
  if (isLost) return new McpLostSessionError(`The MCP server has lost its session (status ${status})${said}`);
  if (REDIRECTS.includes(status)) return new McpError(describeRedirect(server.url, response));
  if (status === 404) {
    return new McpError(`The MCP server has nothing at this address (status 404): check its path, often /mcp${said}`);
  }
  if (status === 405) {
    return new McpError(
      `The MCP server takes no POST at this address (status 405): write the address of its streamable HTTP endpoint, often /mcp; one that ends in /sse speaks the older transport, which is not supported${said}`,
    );
  }
  return new McpError(`The MCP server answered with status ${status}${said}`);
};

const describeRedirect = (url: string, { status, headers }: Response): string => {
  const location = headers.get("location") ?? "";
  const target = location !== "" && URL.canParse(location, url) ? new URL(location, url) : null;
  const advice =
    target === null ? "write the address that it means" : `write the address ${target.origin}${target.pathname}`;
  return `The MCP server redirects to another address, which is not followed (status ${status}): ${advice}`;
};

/** A server may repeat the headers that authenticate us. */
const listSecrets = (headers: Readonly<Record<string, string>>): string[] =>
  Object.values(headers).flatMap((value) => [value, value.replace(/^(?:Bearer|Basic)\s+/i, "")]);
