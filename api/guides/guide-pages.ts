import { createHash } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import express, { type Request, type Response, Router } from "express";
import { makeOnce } from "../../domain/time/make-once.ts";
import { type Guide, PICTURE_FOLDERS } from "./guide.ts";
import { GUIDES_SCRIPT, GUIDES_STYLE } from "./guide-assets.ts";
import { buildGuidePage, buildLlmsText, markdownPath } from "./guide-page.ts";
import { readGuides } from "./read-guides.ts";

interface Page {
  type: string;
  plain: Buffer;
  compressed: Buffer;
  etag: string;
}

/**
 * Serves the guides below `/docs`, and their list for programs at `/llms.txt`: rendered at the first request, and from memory
 * afterwards; pictures from the folder.
 */
export const serveGuides = (folder: string, { baseUrl }: { baseUrl: string }): Router => {
  const pagesOnce = makeOnce(async () => preparePages(await readGuides(folder), baseUrl));
  const router = Router();
  router.get(["/llms.txt", "/docs", "/docs/*path"], async (request, response, next) => {
    const page = (await pagesOnce()).get(request.path.replace(/(?<=.)\/$/, ""));
    if (!page) return next();
    send(page, request, response);
  });
  for (const name of PICTURE_FOLDERS)
    router.use(`/docs/${name}`, express.static(join(folder, name), { index: false, redirect: false, maxAge: "1h" }));
  return router;
};

const send = ({ type, plain, compressed, etag }: Page, request: Request, response: Response): void => {
  response.set({ "Cache-Control": "no-cache", ETag: etag, Vary: "Accept-Encoding" });
  if (request.get("if-none-match")?.split(/,\s*/).includes(etag)) return void response.status(304).end();
  const isCompressed = request.acceptsEncodings("gzip") === "gzip";
  if (isCompressed) response.set("Content-Encoding", "gzip");
  response.type(type).send(isCompressed ? compressed : plain);
};

const preparePages = async (guides: readonly Guide[], baseUrl: string): Promise<ReadonlyMap<string, Page>> => {
  const texts: [path: string, type: string, text: string][] = [
    ["/llms.txt", "text/plain", buildLlmsText(guides, baseUrl)],
    ["/docs/guides.css", "css", GUIDES_STYLE],
    ["/docs/guides.js", "js", GUIDES_SCRIPT],
    ["/docs/search.json", "json", JSON.stringify(listSections(guides.filter(({ path }) => path !== API_CHANGELOG)))],
    ...guides.flatMap((guide): [string, string, string][] => [
      [`/docs/${guide.path}`.replace(/\/$/, ""), "html", buildGuidePage(guide, guides)],
      [`/docs/${markdownPath(guide)}`, "text/markdown", guide.markdown],
    ]),
  ];
  const pages = texts.map(async ([path, type, text]): Promise<[string, Page]> => [path, await prepare(type, text)]);
  return new Map(await Promise.all(pages));
};

/** It names every operation that there is, so that a search for anything would lead there. */
const API_CHANGELOG = "integrators/api-changelog";

/** Returns each page as its title, its path and its sections: what follows the path, the heading, the words. No name is repeated. */
const listSections = (guides: readonly Guide[]): unknown[] =>
  guides.map(({ title, path, sections }) => [
    title,
    path,
    sections.map(({ address, heading, text }) => [address.slice(path.length), heading, text]),
  ]);

const prepare = async (type: string, text: string): Promise<Page> => {
  const plain = Buffer.from(text);
  const etag = `"${createHash("sha256").update(plain).digest("base64url")}"`;
  return { type, plain, compressed: await promisify(gzip)(plain), etag };
};
