import { globSync } from "node:fs";
import { extname, join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import helmet from "helmet";
import { refuseUnknownRoute } from "../http/error-responses.ts";

/** Encodings compressed at the build, by their names in `Accept-Encoding`; the smaller first. */
const ENCODINGS = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

/**
 * Serves the built console: files that are named by their content are cached for a year, the page itself is revalidated
 * each time. `objectStore`: the origin of uploads and recordings.
 */
export const serveConsole = (folder: string, { objectStore }: { objectStore: string | undefined }): Router => {
  const pages = Router();
  pages.use(headers(objectStore ? [objectStore] : []), servePreCompressed(folder));
  const ofContent = { immutable: true, maxAge: "1y", index: false, redirect: false } as const;
  pages.use("/assets", express.static(join(folder, "assets"), ofContent), refuseUnknownRoute);
  pages.use(express.static(folder, { index: false, redirect: false, maxAge: 0 }));
  // Every address of the console is one page, which reads the rest of the path itself.
  pages.use(servePage(folder));
  const router = Router();
  router.get("/", (_request, response) => response.redirect("/console/"));
  // Browsers ask here beside a page that names no icon, such as an answer of the API that somebody opens.
  router.get("/favicon.ico", (_request, response) => response.sendFile("icon.svg", { root: folder, maxAge: "1d" }));
  router.use("/console", pages);
  return router;
};

const servePage =
  (folder: string): RequestHandler =>
  (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    if (request.baseUrl === request.originalUrl) return response.redirect("/console/");
    // The file is named relative to its root, because a path with a folder that begins with a dot would be refused as hidden.
    response.sendFile("index.html", { root: folder, headers: { "Cache-Control": "no-cache" } });
  };

/** Sends the compressed file beside the requested one, in the best encoding that the browser accepts. */
const servePreCompressed = (folder: string): RequestHandler => {
  const compressed = new Set(globSync("assets/*.{br,gz}", { cwd: folder }).map((file) => `/${file}`));
  return (request, response, next) => {
    const encoding = ENCODINGS.find(
      ({ name, suffix }) => compressed.has(request.path + suffix) && request.acceptsEncodings(name) === name,
    );
    if (encoding) {
      response.set({ "Content-Encoding": encoding.name, Vary: "Accept-Encoding" }).type(extname(request.path));
      request.url = request.path + encoding.suffix;
    }
    next();
  };
};

/** Allows nothing inline and nothing from elsewhere, except uploads to the object store and recordings from it. */
const headers = (stores: readonly string[]) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'", ...stores],
        mediaSrc: ["'self'", "blob:", ...stores],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    referrerPolicy: { policy: "same-origin" },
  });
