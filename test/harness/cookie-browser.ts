/** Follows redirects and keeps cookies by host and path, as a browser does. */
export interface CookieBrowser {
  /** Opens an address; returns the last one that is reached, of a host that is in `hosts`, or the first one elsewhere. */
  open(address: string | URL): Promise<URL>;
  /** Sends a request from a page of the same origin. */
  ask(address: string, init?: RequestInit): Promise<Response>;
}

const MOST_REDIRECTS = 20;

export const createCookieBrowser = (isPage: (address: URL) => boolean): CookieBrowser => {
  const cookies = new Map<string, { host: string; path: string; name: string; value: string }>();
  const keep = (at: URL, response: Response): void => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      const path = attributes.find((each) => each.toLowerCase().startsWith("path="))?.slice(5) ?? "/";
      cookies.set(`${at.host} ${path} ${name}`, { host: at.host, path, name, value });
    }
  };
  const send = async (at: URL, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies.values()]
      .filter(({ host, path, value }) => host === at.host && at.pathname.startsWith(path) && value !== "")
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await fetch(at, { ...init, redirect: "manual", headers });
    keep(at, response);
    return response;
  };
  return {
    open: async (address) => {
      let at = new URL(address);
      for (let redirects = 0; redirects < MOST_REDIRECTS && !isPage(at); redirects += 1) {
        const response = await send(at);
        const location = response.headers.get("location");
        if (location === null) throw new Error(`${at.href} answered ${response.status}: ${await response.text()}`);
        await response.body?.cancel();
        at = new URL(location, at);
      }
      return at;
    },
    ask: (address, init) =>
      send(new URL(address), { ...init, headers: { "sec-fetch-site": "same-origin", ...init?.headers } }),
  };
};
