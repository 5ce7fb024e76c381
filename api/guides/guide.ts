/** A page of `/docs`, made of one Markdown file. */
export interface Guide {
  /** Below `/docs/`: `integrators/tour`; the index is the empty path. */
  path: string;
  title: string;
  /** The first paragraph, as plain text. */
  summary: string;
  markdown: string;
  /** The text between head and foot of the page. */
  html: string;
  sections: readonly Section[];
}

/** What a search finds. */
export interface Section {
  /** The page's path with the heading's anchor. */
  address: string;
  heading: string;
  text: string;
}

/** The folders of `docs/` that are served; the others are for people who have the source. */
export const SERVED_FOLDERS = ["integrators", "operators", "console"] as const;
/** The folders whose pictures are served. */
export const PICTURE_FOLDERS = ["console", "images"] as const;
