import { Resolver } from "node:dns/promises";

/** Returns the texts of a name's TXT records; none where the name or a record of the kind is missing. Throws when DNS cannot be asked. */
export type TxtLookup = (name: string) => Promise<string[]>;

const TIMEOUT_MS = 5_000;
const NOTHING = new Set(["ENOTFOUND", "ENODATA"]);

/** `servers`: addresses of name servers, with ports; by default the system's. */
export const createTxtLookup =
  (servers?: readonly string[]): TxtLookup =>
  async (name) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
    if (servers) resolver.setServers([...servers]);
    try {
      const records = await resolver.resolveTxt(name);
      return records.map((parts) => parts.join(""));
    } catch (error) {
      if (error instanceof Error && "code" in error && NOTHING.has(String(error.code))) return [];
      throw error;
    }
  };
