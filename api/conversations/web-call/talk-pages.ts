import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type RequestHandler, Router } from "express";
import helmet from "helmet";
import { makeOnce } from "../../../domain/time/make-once.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import { readLivekitSettings } from "../../../infra/livekit/livekit-settings.ts";
import type { RequestGuards } from "../../http/load/request-guards.ts";
import { readNetworkAddress } from "../../http/network-address.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { findLink, type TalkLink } from "./find-link.ts";
import { keepForAMoment } from "./keep-for-a-moment.ts";

interface Visit {
  token: string;
  address: string;
}

const SCRIPT_CACHE = "public, max-age=300";

/**
 * Serves the page on which people talk with an agent (`/talk/<token>`), and the script that puts a talk button on other
 * pages (`/talk.js`). `objectStore`: the origin of recordings.
 */
export const serveTalkPages = (
  deps: ApiDependencies,
  { lookUps }: Pick<RequestGuards, "lookUps">,
  { folder, objectStore }: { folder: string; objectStore: string | undefined },
): Router => {
  const router = Router();
  const readPage = makeOnce(() => readFile(join(folder, "talk/index.html")));
  // One visitor needs the page of a link once; whoever opens it again and again gets what was found a moment ago.
  const describeVisit = keepForAMoment(async ({ token, address }: Visit) => {
    const link = await lookUps.run(`address:${address}`, () => lookUp(deps, token));
    const origins = link?.embedToken?.allowed_origins ?? [];
    const setHeaders = buildTalkHeaders(deps, { origins, livekit: livekitOf(deps, link ?? null), objectStore });
    return { setHeaders, status: link === null ? 404 : 200 };
  });
  router.get("/talk.js", otherPagesMayLoad, (_request, response) => {
    response.sendFile("talk.js", { root: folder, headers: { "Cache-Control": SCRIPT_CACHE }, cacheControl: false });
  });
  router.get("/talk/:token", async (request, response) => {
    const { setHeaders, status } = await describeVisit({
      token: request.params.token,
      address: readNetworkAddress(request),
    });
    const page = await readPage();
    setHeaders(request, response, () => {
      // The page's own policy below decides which other pages may frame it.
      response.removeHeader("X-Frame-Options");
      response.status(status).set("Cache-Control", "no-store").type("html").send(page);
    });
  });
  return router;
};

const otherPagesMayLoad = helmet({ crossOriginResourcePolicy: { policy: "cross-origin" } });

/**
 * Null: the link is invalid; the page then explains itself, and no other origin may frame it. Undefined: it could not be
 * looked up just now.
 */
const lookUp = (deps: ApiDependencies, token: string): Promise<TalkLink | null | undefined> =>
  findLink(deps, token).catch((err: unknown) => {
    deps.logger.warn({ err }, "a talk link could not be looked up");
    return undefined;
  });

/** Returns the server from which the page gets audio; conversations by an embed token may have some, too. */
const livekitOf = ({ config }: ApiDependencies, link: TalkLink | null): string | undefined => {
  if (link === null || link.run?.carries_audio === false) return undefined;
  const url = readLivekitSettings(config)?.publicUrl;
  return url && new URL(url).origin;
};

interface Hosts {
  /** The origins of pages that may show it in a frame. */
  origins: readonly string[];
  livekit: string | undefined;
  objectStore: string | undefined;
}

const buildTalkHeaders = ({ config }: ApiDependencies, { origins, livekit, objectStore }: Hosts): RequestHandler => {
  const stores = objectStore === undefined ? [] : [objectStore];
  const voices = livekit === undefined ? [] : [livekit];
  const policy = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'", new URL(readPublicBaseUrl(config)).origin.replace(/^http/, "ws"), ...voices],
        mediaSrc: ["'self'", ...stores],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: origins.length > 0 ? [...origins] : ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // The address holds the token, so it is not sent as a referrer.
    referrerPolicy: { policy: "no-referrer" },
  });
  return (request, response, next) => {
    response.set("Permissions-Policy", "microphone=(self), camera=(), geolocation=()");
    policy(request, response, next);
  };
};
