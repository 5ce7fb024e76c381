import { hash, randomBytes } from "node:crypto";
import { type Config, readPublicBaseUrl } from "../../infra/config/config.ts";

type Headers = Record<string, string | undefined>;
type PublicAddress = Pick<Config, "PUBLIC_BASE_URL" | "HOST" | "PORT">;

/** A secret that a browser is given in a cookie, by which it is known when it comes back. */
export interface BrowserSecret {
  /** Returns the hash of the secret that this browser has; null: it has none. */
  identify(config: PublicAddress, headers: Headers): Buffer | null;
  /** Returns the `Set-Cookie` that gives the browser its secret, or lets it keep the one that it has, and the hash of it. */
  give(config: PublicAddress, headers: Headers): { cookie: string; hash: Buffer };
}

interface Kept {
  name: string;
  path: string;
  lifetimeSeconds: number;
  /** `Lax`: it comes along when another site sends a person back; a session's cookie does not. */
  sameSite: "Lax" | "Strict";
  /** Over https no other host of the same domain can give a browser this cookie, as one could to have a person finish what it began. */
  isOfHost: boolean;
}

const VALUE = /^[\w-]{43}$/;
const SECRET_BYTES = 32;

export const createBrowserSecret = ({ name, path, lifetimeSeconds, sameSite, isOfHost }: Kept): BrowserSecret => {
  const isHttps = (config: PublicAddress) => readPublicBaseUrl(config).startsWith("https:");
  /** Browsers take the prefix only of a cookie for all paths of a host. */
  const placeOf = (config: PublicAddress) =>
    isOfHost && isHttps(config) ? { name: `__Host-${name}`, path: "/" } : { name, path };
  const find = (config: PublicAddress, headers: Headers) =>
    readCookies(headers["cookie"], placeOf(config).name).find((value) => VALUE.test(value));
  return {
    identify: (config, headers) => {
      const secret = find(config, headers);
      return secret === undefined ? null : hashOf(secret);
    },
    give: (config, headers) => {
      const secret = find(config, headers) ?? randomBytes(SECRET_BYTES).toString("base64url");
      const place = placeOf(config);
      const attributes = `Max-Age=${lifetimeSeconds}; Path=${place.path}; HttpOnly; SameSite=${sameSite}`;
      const cookie = `${place.name}=${secret}; ${attributes}${isHttps(config) ? "; Secure" : ""}`;
      return { cookie, hash: hashOf(secret) };
    },
  };
};

/** Returns the values of the cookies of this name that a request has. */
export const readCookies = (header = "", wanted: string): string[] =>
  header.split(";").flatMap((pair) => {
    // As browsers do: another blank is a part of the name, and without it the name would pass for one with a prefix.
    const [name, value = ""] = pair.replace(/^[ \t]+|[ \t]+$/g, "").split("=", 2);
    return name === wanted && value !== "" ? [value] : [];
  });

const hashOf = (secret: string): Buffer => hash("sha256", secret, "buffer");
