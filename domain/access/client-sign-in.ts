import type { Environment } from "../environment/sandbox.rules.ts";
import { cutText } from "../json/storable.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.rules.ts";

/** A program that people let in by signing in (OAuth 2.1), as an MCP client does. */
export interface SigningClient {
  /** By its own word. */
  name: string;
  /** Where an authorization code may be sent. */
  redirectUris: readonly string[];
}

/** Where the MCP server is: the one place for which clients get tokens. */
export const MCP_PATH = "/mcp";

/** How long a client's access token is good. */
export const ACCESS_TOKEN_MS = HOUR_MS;
/** A client asks for its tokens as soon as it has the code. */
export const CODE_MS = 2 * MINUTE_MS;
/** A person reads the page of consent, and may have to log in first. */
export const SIGN_IN_MS = 30 * MINUTE_MS;
/** A client registers itself once, and again where it is no longer known. */
export const REGISTRATION_MS = 365 * DAY_MS;

/** A program that signs in is let into the sandbox, unless the person says production. */
export const USUAL_CLIENT_ENVIRONMENT = "sandbox" satisfies Environment;

/** The days for which a person may let a client in. */
export const GRANT_DAYS = { fewest: 1, usual: 30, most: 365 };

/** Programs that one person may have let in at a time. */
export const MOST_GRANTS_OF_PERSON = 20;

export const MOST_REDIRECT_URIS = 10;
/** Of all of them together: a registered client's id holds them. */
export const LONGEST_REDIRECT_URIS = 1_500;
export const LONGEST_CLIENT_NAME = 100;

/** A program on the person's computer; read letter by letter, because browsers and `URL` take other spellings for the same. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/;

/** Tells whether a code that goes there stays on the computer of the person. */
export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri) && URL.canParse(uri);

/** Returns why a code may not be sent there, as a sentence; null: it may. */
export const findRedirectFault = (uri: string): string | null => {
  if (!URL.canParse(uri)) return "it is no absolute URI";
  const url = new URL(uri);
  if (uri.includes("#")) return "it has a fragment";
  if (url.username !== "" || url.password !== "") return "it holds a user or a password";
  if (url.protocol === "https:" || isLoopback(uri)) return null;
  return "it is neither https nor http on this computer (127.0.0.1, [::1], localhost)";
};

/**
 * Tells whether a client has named this address: letter by letter, but for the port of a program on the person's computer, which takes a
 * free one each time (RFC 8252).
 */
export const hasRedirectUri = ({ redirectUris }: SigningClient, uri: string): boolean =>
  findRedirectFault(uri) === null &&
  redirectUris.some(
    (named) => named === uri || (isLoopback(named) && isLoopback(uri) && withoutPort(named) === withoutPort(uri)),
  );

const withoutPort = (uri: string): string => uri.replace(LOOPBACK, "http://$1");

/** A client's name is shown to people: one line, and no more than fits. */
export const cleanClientName = (text: string, most = LONGEST_CLIENT_NAME): string =>
  cutText(text.replace(/[\p{C}\s]+/gu, " ").trim(), most);
