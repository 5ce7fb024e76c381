import { type Config, readPublicBaseUrl } from "./config.ts";

/**
 * Returns the address of a console page. The token is behind the `#`, which browsers do not send, so no server's log
 * has it.
 */
export const buildConsoleLink = (config: Config, page: string, token: string): string =>
  `${readPublicBaseUrl(config)}/console/${page}#${token}`;
