import { z } from "zod";
import { LONGEST_REDIRECT_URIS, MOST_REDIRECT_URIS, type SigningClient } from "../../domain/access/client-sign-in.ts";
import { parseJson } from "../../domain/json/json-value.ts";
import type { GuardedRequests } from "../guarded-request/guarded-requests.ts";
import { OutboundRequestError } from "../guarded-request/outbound-request-error.ts";
import { SHORT_EXCHANGE } from "../guarded-request/short-exchange.ts";

const document = z.object({
  client_id: z.string(),
  client_name: z.string().max(1_000).nullish(),
  redirect_uris: z.array(z.string().max(LONGEST_REDIRECT_URIS)).min(1).max(MOST_REDIRECT_URIS),
  /** Only public clients are let in. */
  token_endpoint_auth_method: z.literal("none").nullish(),
});

/**
 * Reads the document by which a client describes itself at the address that is its id (OAuth Client ID Metadata Document). Returns a
 * sentence where it is none. Inner addresses are not asked.
 */
export const readClientDocument = async (
  guardedRequests: GuardedRequests,
  clientId: string,
): Promise<SigningClient | string> => {
  const fault = findIdFault(clientId) ?? guardedRequests.urlFault(clientId);
  if (fault !== null) return `The client_id is no address that can be asked: ${fault}`;
  const asked = guardedRequests.send({
    method: "GET",
    url: clientId,
    headers: { accept: "application/json" },
    ...SHORT_EXCHANGE,
  });
  const response = await asked.catch((cause: unknown) => {
    if (!(cause instanceof OutboundRequestError)) throw cause;
    return cause.message;
  });
  if (typeof response === "string") return `The client's own description cannot be read at its client_id: ${response}`;
  const read = response.status === 200 ? document.safeParse(parseJson(response.body)) : null;
  if (!read?.success || read.data.client_id !== clientId)
    return "What stands at the client_id is no description of this very client (client_id, redirect_uris, token_endpoint_auth_method none)";
  return { name: read.data.client_name ?? "", redirectUris: read.data.redirect_uris };
};

const findIdFault = (clientId: string): string | null => {
  if (!URL.canParse(clientId)) return "it is no URL";
  const { pathname, hash, username, password } = new URL(clientId);
  if (pathname === "/" || hash !== "" || username !== "" || password !== "")
    return "it needs a path, and no fragment, user or password";
  return null;
};
