import { type Config, readPublicBaseUrl } from "./config.ts";

/** The cookie of a sign-in by a provider goes to this path alone. */
export const PROVIDER_PATH = "/api/v1/auth/provider";

/** Returns the only address to which an identity provider sends people back. */
export const buildProviderRedirectUri = (config: Config): string =>
  `${readPublicBaseUrl(config)}${PROVIDER_PATH}/callback`;

/** Returns the address at which an organization's identity provider reports log-outs. */
export const buildLogOutUri = (config: Config, organizationId: number): string =>
  `${readPublicBaseUrl(config)}${PROVIDER_PATH}/log-out/${organizationId}`;

/** Returns the page to which an identity provider sends people back whom it has logged out. */
export const buildLoggedOutUri = (config: Config): string => `${readPublicBaseUrl(config)}/console/sign-in`;

/** SCIM stands beside the API: directories add their own paths to it. */
export const SCIM_PATH = "/scim/v2";

export const buildScimAddress = (config: Config): string => `${readPublicBaseUrl(config)}${SCIM_PATH}`;
