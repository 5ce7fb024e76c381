import { MCP_PATH } from "../../../domain/access/client-sign-in.ts";
import { type Config, readPublicBaseUrl } from "../../../infra/config/config.ts";

/** The addresses of signing in, as its metadata names them. */
export const readOAuthAddresses = (config: Config) => {
  const issuer = readPublicBaseUrl(config);
  return {
    issuer,
    resource: `${issuer}${MCP_PATH}`,
    authorize: `${issuer}/oauth/authorize`,
    token: `${issuer}/oauth/token`,
    register: `${issuer}/oauth/register`,
    revoke: `${issuer}/oauth/revoke`,
  };
};

/** Returns where people let clients in; null: nowhere, because the page on which they do is the console's. */
export const findAuthorizationServer = (config: Config): string | null =>
  config.CONSOLE_FOLDER === undefined ? null : readOAuthAddresses(config).issuer;

/** Throws where a token is asked for another server (RFC 8707). A client that names none means this one: there is no other. */
export const requireResource = (config: Config, resource: string | undefined): void => {
  const { resource: ours } = readOAuthAddresses(config);
  if (resource === undefined || resource === ours || resource === `${ours}/`) return;
  throw new OAuthError("invalid_target", `Tokens are for ${ours} alone: name it as the resource`);
};

/** A refusal in the protocol's own shape (RFC 6749, 5.2): its readers are programs, and their makers. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: string;
  readonly status: number;
  constructor(code: string, description: string, status = 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}
