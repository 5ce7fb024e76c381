const MCP_SLUG = /^mcp-([1-9]\d{0,15})$/;

/**
 * Returns the slug under which the accounts and clients of an MCP server are stored; no app of the catalogue has such a
 * slug.
 */
export const buildMcpSlug = (id: number): string => `mcp-${id}`;

/** Returns the id of the MCP server; null: the slug is an app's. */
export const parseMcpSlug = (slug: string): number | null => {
  const digits = MCP_SLUG.exec(slug)?.[1];
  return digits === undefined ? null : Number(digits);
};

/**
 * Tells whether tokens for a resource may be sent to an address: the origin must be the same, and the path must begin
 * with the resource's.
 */
export const isWithinResource = (url: string, resource: string): boolean => {
  if (!URL.canParse(url) || !URL.canParse(resource)) return false;
  const [asked, allowed] = [new URL(url), new URL(resource)];
  return asked.origin === allowed.origin && asked.origin !== "null" && folderOf(asked).startsWith(folderOf(allowed));
};

/** Ends with a slash, so that `/mcp-other` is not below `/mcp`. */
const folderOf = ({ pathname }: URL): string => (pathname.endsWith("/") ? pathname : `${pathname}/`);
