/** Returns the path of a link, because this page may reach the API under another host than its links name. */
export const pathOf = (url: string, query: string): string => {
  const { pathname } = new URL(url);
  return `${pathname}?${query}`;
};
