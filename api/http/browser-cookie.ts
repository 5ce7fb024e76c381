import { hash, randomBytes } from "node:crypto";
import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";
import { type Config, readPublicBaseUrl } from "../../infra/config/config.ts";

const NAME = "ringdown_browser";
const VALUE = /^[\w-]{43}$/;
const SECRET_BYTES = 32;
/** The longest that browsers keep a cookie. */
const LIFETIME_SECONDS = 400 * DAY_SECONDS;

type Headers = Record<string, string | undefined>;

/** Returns the hash of the secret that this browser was given at an earlier log-in; null: it has none. */
export const identifyKnownBrowser = (headers: Headers): string | null => {
  const secret = findSecret(headers);
  return secret === undefined ? null : hash("sha256", secret, "hex");
};

/** Returns the `Set-Cookie` by which the browser is known at its next log-in, and the hash of its secret. */
export const giveBrowserSecret = (config: Config, headers: Headers): { cookie: string; browser: string } => {
  const secret = findSecret(headers) ?? randomBytes(SECRET_BYTES).toString("base64url");
  const secure = readPublicBaseUrl(config).startsWith("https:") ? "; Secure" : "";
  const cookie = `${NAME}=${secret}; Max-Age=${LIFETIME_SECONDS}; Path=/api/v1/auth; HttpOnly; SameSite=Strict${secure}`;
  return { cookie, browser: hash("sha256", secret, "hex") };
};

const findSecret = (headers: Headers): string | undefined => {
  for (const pair of (headers["cookie"] ?? "").split(";")) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === NAME && VALUE.test(value)) return value;
  }
  return undefined;
};
