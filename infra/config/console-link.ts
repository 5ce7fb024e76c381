import { type Config, publicBaseUrl } from "./config.ts";

/** A page of the console. The token stands behind the `#`, which browsers send to nobody, so no log of a server has it. */
export const consoleLink = (config: Config, page: string, token: string): string =>
  `${publicBaseUrl(config)}/console/${page}#${token}`;
