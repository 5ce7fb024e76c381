/** What the API says in English of carriers, apps and packs, by its very words; the viewer's language has its own. */
export const offers = {} as Record<string, string>;
