import { language } from "../words/language.ts";
import { sayFaultOf, sayReason, sayRefusal } from "../words/say-refusal.ts";
import { words } from "../words/words.ts";
import { randomKey } from "./random-key.ts";
import { markReachable, markUnreachable } from "./reachability.ts";
import type { Routes } from "./routes.ts";
import { renewSession } from "./session-renewal.ts";

export type Route = keyof Routes;
type OptionalWhenEmpty<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K];
};
type InputOf<R extends Route> = OptionalWhenEmpty<Omit<Routes[R], "answer">>;
type Arguments<R extends Route> = object extends InputOf<R> ? [input?: InputOf<R>] : [input: InputOf<R>];
export type Answer<R extends Route> = Routes[R]["answer"];

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface FieldFault {
  loc: readonly (string | number)[];
  msg: string;
}

interface RefusalDetails {
  code?: string;
  faults?: readonly FieldFault[];
  /** What the API says itself, where the message says it in the viewer's language. */
  own?: string | undefined;
  /** What the API says besides, by name. */
  details?: Readonly<Record<string, unknown>>;
}

/** An error answer of the API, in the viewer's language as far as there are words for it. Status 0: it could not be reached. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /** The API's fixed code of the error. */
  readonly code: string | undefined;
  readonly faults: readonly FieldFault[];
  readonly own: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, sentence: string, { code, faults = [], own, details = {} }: RefusalDetails = {}) {
    super(sentence);
    this.own = own === sentence ? undefined : own;
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.details = details;
  }
}

const REPEAT_AFTER_MS = [400, 1_500];
/** These answer 401 for the typed password or token, not for the session. */
const WITHOUT_RENEWAL = new Set<Route>([
  "POST /auth/login",
  "POST /auth/signup",
  "POST /auth/confirm-signup",
  "GET /auth/me",
  "POST /auth/logout",
]);

let isLeaving = false;
addEventListener("pagehide", () => (isLeaving = true), { capture: true });
addEventListener("pageshow", () => (isLeaving = false));

/**
 * Calls one route: `api("POST /campaigns/{campaign_id}/pause", { params: { campaign_id: 7 } })`. After a connection
 * error the request is repeated under the same idempotency key. After the end of the session the person is asked for
 * the password over the present page, and the request continues afterwards.
 */
export const callApi = async <R extends Route>(route: R, ...[input]: Arguments<R>): Promise<Answer<R>> => {
  const [method = "GET"] = route.split(" ");
  const { body, ...place }: AnyInput = input ?? {};
  const request: RequestInit = {
    method,
    headers: {
      ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }),
      ...(method === "POST" && !(body instanceof FormData) && { "idempotency-key": randomKey() }),
    },
    // A request that is sent while the page closes still arrives.
    keepalive: isLeaving,
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
  };
  let response = await send(buildUrl(route, place), request);
  while (response.status === 401 && !WITHOUT_RENEWAL.has(route)) {
    await renewSession();
    response = await send(buildUrl(route, place), request);
  }
  if (response.ok) return response.status === 204 ? undefined : response.json();
  throw await refusalOf(response);
};

const send = async (url: string, request: RequestInit): Promise<Response> => {
  for (const delayMs of [...REPEAT_AFTER_MS, null]) {
    try {
      const response = await fetch(url, request);
      markReachable();
      return response;
    } catch {
      if (delayMs === null || request.body instanceof FormData) break;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  markUnreachable();
  throw new Refusal(0, words.shell.unreachable);
};

export const buildUrl = (route: Route, { params = {}, query = {} }: AnyInput = {}): string => {
  const path = route.slice(route.indexOf(" ") + 1);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) {
      if (["string", "number", "boolean"].includes(typeof each)) search.append(name, String(each));
    }
  }
  return `/api/v1${filled}${search.size > 0 ? `?${search.toString()}` : ""}`;
};

const refusalOf = async (response: Response): Promise<Refusal> => {
  const { detail, code }: { detail?: unknown; code?: string } = await response.json().catch(() => ({}));
  const { status } = response;
  if (Array.isArray(detail)) {
    const faults: FieldFault[] = detail;
    return new Refusal(status, faults.map(sayFaultOf).join(". "), {
      ...(code !== undefined && { code }),
      faults: faults.map(({ loc, msg }) => ({ loc, msg: sayReason(msg) })),
      own: language === "en" ? undefined : faults.map(({ msg }) => msg).join(". "),
    });
  }
  const details: Readonly<Record<string, unknown>> = typeof detail === "object" ? { ...detail } : { message: detail };
  const own = typeof details["message"] === "string" ? details["message"] : words.shell.answered(status);
  const sentence = sayRefusal({ status, code, sentence: own });
  return new Refusal(status, sentence, { ...(code !== undefined && { code }), own, details });
};
