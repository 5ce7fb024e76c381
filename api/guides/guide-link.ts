import { posix } from "node:path";
import { PICTURE_FOLDERS, SERVED_FOLDERS } from "./guide.ts";

const OUTSIDE = /^[a-z]+:/i;

/**
 * Returns where a link of a guide leads on the server; null for a file that only the source has. `file` is the guide's own, below
 * `docs/`.
 */
export const resolveGuideLink = (file: string, href: string): string | null => {
  if (OUTSIDE.test(href) || href.startsWith("#") || href.startsWith("/")) return href;
  const [target = "", anchor] = href.split("#");
  const path = posix.join(posix.dirname(file), target);
  const address = addressOf(path);
  return address === null ? null : `${address}${anchor === undefined ? "" : `#${anchor}`}`;
};

const addressOf = (path: string): string | null => {
  const [folder = ""] = path.split("/");
  if (path === "README.md") return "/docs/";
  if (path.endsWith(".png")) return isIn(PICTURE_FOLDERS, folder) ? `/docs/${path}` : null;
  return path.endsWith(".md") && isIn(SERVED_FOLDERS, folder) ? `/docs/${pathOfGuide(path)}` : null;
};

const isIn = (folders: readonly string[], folder: string): boolean => folders.includes(folder);

/** Returns the path of a guide's page: `console/README.md` is `console`. */
export const pathOfGuide = (file: string): string => file.replace(/(?:^|\/)README\.md$|\.md$/, "");
