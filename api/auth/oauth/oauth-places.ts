import { MCP_PATH } from "../../../domain/access/client-sign-in.ts";
import { type Config, readPublicBaseUrl } from "../../../infra/config/config.ts";
import { OAuthError } from "./oauth-error.ts";

/** The addresses of signing in, as its metadata names them. */
export const readOAuthPlaces = (config: Config) => {
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
  config.CONSOLE_FOLDER === undefined ? null : readOAuthPlaces(config).issuer;

/** Throws where a token is asked for another server (RFC 8707). A client that names none means this one: there is no other. */
export const requireResource = (config: Config, resource: string | undefined): void => {
  const { resource: ours } = readOAuthPlaces(config);
  if (resource === undefined || resource === ours || resource === `${ours}/`) return;
  throw new OAuthError("invalid_target", `Tokens are for ${ours} alone: name it as the resource`);
};
