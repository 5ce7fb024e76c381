import { z } from "zod";
import {
  cleanClientName,
  findRedirectFault,
  LONGEST_REDIRECT_URIS,
  MOST_REDIRECT_URIS,
  REGISTRATION_MS,
  type SigningClient,
} from "../../../domain/access/client-sign-in.ts";
import { readClientDocument } from "../../../infra/mcp/read-client-document.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { OAuthError } from "./authorization-server.ts";

const PURPOSE = "oauth-client";
const kept = z.object({ name: z.string(), uris: z.array(z.string()) });

/** What a client tells of itself (RFC 7591); more than this is not kept. */
const registration = z.object({
  redirect_uris: z.array(z.string().max(LONGEST_REDIRECT_URIS)).min(1).max(MOST_REDIRECT_URIS),
  client_name: z.string().max(1_000).nullish(),
  grant_types: z.array(z.string()).max(10).nullish(),
  response_types: z.array(z.string()).max(10).nullish(),
});

type Signing = Pick<ApiDependencies, "tokens" | "clock" | "ids">;

/**
 * Registers a client. Its id holds what it told, signed, so that nothing is stored: whoever registers a million clients has a million
 * texts, and this server none.
 */
export const registerClient = ({ tokens, clock, ids }: Signing, told: unknown) => {
  const { data, error } = registration.safeParse(told);
  if (!data)
    throw new OAuthError(
      "invalid_client_metadata",
      `${error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}. Register with {"client_name": "…", "redirect_uris": ["…"]}`,
    );
  const uris = [...new Set(data.redirect_uris)];
  requireRedirectUris(uris);
  const name = cleanClientName(data.client_name ?? "") || new URL(uris[0] ?? "").host;
  const now = clock.now();
  const claims = JSON.stringify({ name, uris, of: ids.uuid() });
  return {
    client_id: tokens.sign(claims, { purpose: PURPOSE, expiresAt: new Date(now.getTime() + REGISTRATION_MS) }),
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: name,
    redirect_uris: uris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
};

const requireRedirectUris = (uris: readonly string[]): void => {
  if (uris.join("").length > LONGEST_REDIRECT_URIS)
    throw new OAuthError(
      "invalid_redirect_uri",
      `The redirect_uris have more than ${LONGEST_REDIRECT_URIS} letters in all`,
    );
  for (const uri of uris) {
    const fault = findRedirectFault(uri);
    if (fault) throw new OAuthError("invalid_redirect_uri", `${uri.slice(0, 200)} may not be a redirect_uri: ${fault}`);
  }
};

/** True for the id of a client that describes itself at that address, instead of registering. */
export const isDocumentId = (clientId: string): boolean => clientId.startsWith("https://");

/** Returns a client that registered here; throws `invalid_client`, after which clients register themselves anew. */
export const readRegisteredClient = ({ tokens, clock }: Omit<Signing, "ids">, clientId: string): SigningClient => {
  const claims = tokens.read(clientId, { purpose: PURPOSE, now: clock.now() });
  if (claims === null)
    throw new OAuthError("invalid_client", "This client_id is none of ours, or has expired: register again", 401);
  const { name, uris } = kept.parse(JSON.parse(claims));
  return { name, redirectUris: uris };
};

/** Returns a client, and asks at its address where it has one. */
export const findClient = async (
  dependencies: Omit<Signing, "ids"> & Pick<ApiDependencies, "guardedRequests">,
  clientId: string,
): Promise<SigningClient> => {
  if (!isDocumentId(clientId)) return readRegisteredClient(dependencies, clientId);
  const read = await readClientDocument(dependencies.guardedRequests, clientId);
  if (typeof read === "string") throw new OAuthError("invalid_client", read, 401);
  return { name: cleanClientName(read.name) || new URL(clientId).host, redirectUris: read.redirectUris };
};
