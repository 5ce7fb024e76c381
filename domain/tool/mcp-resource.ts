const MCP_SLUG = /^mcp-([1-9]\d{0,15})$/;

/** What accounts and clients of an MCP server are kept under; no app of the catalogue is called so. */
export const mcpSlug = (id: number): string => `mcp-${id}`;

/** Null: it is an app's. */
export const mcpServerIdOf = (slug: string): number | null => {
  const digits = MCP_SLUG.exec(slug)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** Whether tokens for a resource may be sent to an address: it has the same origin, and its path begins with the resource's. */
export const isWithinResource = (url: string, resource: string): boolean => {
  if (!URL.canParse(url) || !URL.canParse(resource)) return false;
  const [asked, allowed] = [new URL(url), new URL(resource)];
  return asked.origin === allowed.origin && asked.origin !== "null" && folderOf(asked).startsWith(folderOf(allowed));
};

/** With a slash at its end: `/mcp-other` is not below `/mcp`. */
const folderOf = ({ pathname }: URL): string => (pathname.endsWith("/") ? pathname : `${pathname}/`);
