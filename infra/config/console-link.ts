import { type Config, publicBaseUrl } from "./config.ts";

/**
 * Returns the address of a console page. The token is behind the `#`, which browsers do not send, so no server's log
 * has it.
 */
export const consoleLink = (config: Config, page: string, token: string): string =>
  `${publicBaseUrl(config)}/console/${page}#${token}`;
