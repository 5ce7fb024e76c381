import type { Readable } from "node:stream";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { deriveUuid } from "../../infra/ids.ts";
import type { Database } from "../../infra/postgres/database.ts";
import { addFields } from "../../infra/telemetry/current-work.ts";
import { authenticate, readPresentedCredential, requirePermission } from "./authenticate.ts";
import type { EventStreams } from "./event-streams.ts";
import type { FairTurns } from "./fair-turns.ts";
import { readFollowedRequest, setOperation } from "./follow-request.ts";
import { type HeldRefusals, createCloseSignal } from "./held-refusals.ts";
import { badRequest, HttpError, unauthorized } from "./http-error.ts";
import { answerOnce, type Answer, hashRequest, writeAnswer } from "./idempotency.ts";
import type { AnyOperation } from "./operation.ts";
import { type Actor, formatActor, type ApiDependencies, type OperationContext } from "./operation-context.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import { type QuotaReading, type RateLimits, buildRateLimitHeaders, buildQuotaKey } from "./rate-limits.ts";
import { refuseOtherMethods, listServedPaths } from "./paths.ts";
import { isRawAnswer, type RawAnswer } from "./raw-answer.ts";
import { chooseBodyReaders } from "./read-body.ts";
import type { RepeatedRefusals } from "./repeated-refusals.ts";
import { spoolForm } from "./spooled-form.ts";
import type { SuspectCallers } from "./suspect-callers.ts";
import { validateInput } from "./validate-input.ts";

const LONGEST_KEY = 255;

/** The limits that this process keeps for its callers. */
export interface RequestGuards {
  limits: RateLimits;
  streams: EventStreams;
  /** Files that are read while their sender waits. */
  uploads: ConcurrencyLimit;
  suspects: SuspectCallers;
  held: HeldRefusals;
  repeated: RepeatedRefusals;
  /** Look-ups of credentials, limited for each credential. */
  lookUps: FairTurns;
  /** Work that asks servers of organizations, limited for each organization. */
  asking: FairTurns;
}

/**
 * Mounts one route per path; Express's router also matches a trailing slash. A router compares a path with its routes
 * one after another, so the routes of each first part of a path have a router of their own.
 */
export const mountOperations = (
  operations: readonly AnyOperation[],
  dependencies: ApiDependencies,
  guards: RequestGuards,
): RequestHandler => {
  const routers = new Map<string, Router>();
  for (const served of listServedPaths(operations)) {
    const first = firstPartOf(served.path);
    const router = routers.get(first) ?? Router();
    routers.set(first, router);
    const route = router.route(served.path);
    for (const operation of served.operations) {
      const handlers = [
        setOperation(operation),
        admit(operation, dependencies, guards),
        ...chooseBodyReaders(operation),
        handle(operation, dependencies, guards),
      ];
      route[operation.method](...handlers);
    }
    route.all(refuseOtherMethods(served));
  }
  return (request, response, next) => {
    const router = routers.get(firstPartOf(request.path));
    if (router) router(request, response, next);
    else next();
  };
};

/** Routes match whatever the case of their letters. */
const firstPartOf = (path: string): string => (path.split("/", 2)[1] ?? "").toLowerCase();

const handle =
  (operation: AnyOperation, dependencies: ApiDependencies, guards: RequestGuards): RequestHandler =>
  async (request, response) => {
    const actor = actors.get(request) ?? null;
    const context = contextFor(dependencies, { operation, actor, request, response, guards });
    const key = keyOf(actor, request);
    const input = {
      ...validateInput(operation, request, { ignoreUnknownFields: response.locals["isAlias"] === true }),
      request: {
        method: request.method,
        stream: request,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        headers: singleHeaders(request),
        url: request.originalUrl,
      },
    };
    const run = async (stream: Readable = request): Promise<Answer | RawAnswer> => {
      const answer = () => operation.run(context, { ...input, request: { ...input.request, stream } });
      const work = () =>
        operation.asksElsewhere && actor ? guards.asking.run(String(actor.organizationId), answer) : answer();
      const result = await (operation.limitedPerAddress === false
        ? guards.suspects.serve(context.address, work, createCloseSignal(response))
        : work());
      return isRawAnswer(result) ? result : { status: operation.success.status, body: present(operation, result) };
    };
    let free: (() => void) | null = null;
    try {
      if (operation.bodyKind === "multipart" && actor) free = guards.uploads.start(actor.organizationId);
      await send(response, key ? await runOnce(run, { ...key, request, dependencies, operation }) : await run());
    } catch (error) {
      if (actor)
        await guards.repeated.hold(buildQuotaKey(readPresentedCredential(request)), error, createCloseSignal(response));
      throw error;
    } finally {
      free?.();
    }
  };

/** The authenticated actors, for later handlers. */
const actors = new WeakMap<Request, Actor>();

/** Counts the request and authenticates it; throws 429, 401 or 403 before the body is read. */
const admit =
  (operation: AnyOperation, { database }: ApiDependencies, { limits, lookUps, held }: RequestGuards): RequestHandler =>
  async (request, response, next) => {
    const readings: QuotaReading[] = [];
    const note = (reading: QuotaReading) => {
      readings.push(reading);
      response.set(buildRateLimitHeaders(readings));
      if (reading.refusal) throw reading.refusal;
    };
    if (operation.limitedPerAddress !== false) note(await limits.takeForAddress(request.ip ?? "unknown"));
    if (operation.permission === "public") return next();
    const credential = readPresentedCredential(request);
    const known = limits.findRefusal(credential);
    if (known) {
      await held.hold({
        caller: buildQuotaKey(credential),
        ms: known.windowEndsInMs,
        signal: createCloseSignal(response),
      });
      note(known);
    }
    const actor = await lookUps.run(buildQuotaKey(credential), async () => {
      const refusal = limits.findRefusal(credential);
      if (refusal) note(refusal);
      const found = await authenticate(database, credential);
      note(await limits.takeForActor(found, credential));
      return found;
    });
    requirePermission(actor, operation.permission);
    actors.set(request, actor);
    addFields({ organization_id: actor.organizationId, actor: formatActor(actor) });
    next();
  };

/** Drops fields that the schema does not name. */
const present = (operation: AnyOperation, result: unknown): unknown =>
  operation.success.body ? operation.success.body.parse(result) : undefined;

/** Returns the Idempotency-Key with its actor; null when the request has none. */
const keyOf = (actor: Actor | null, request: Request): { actor: Actor; key: string } | null => {
  const key = givenKey(actor, request);
  return key && actor && request.method === "POST" ? { actor, key } : null;
};

const givenKey = (actor: Actor | null, request: Request): string | null => {
  const given = request.get("idempotency-key");
  if (!given || !actor) return null;
  if (given.length > LONGEST_KEY)
    throw badRequest("idempotency_key_too_long", `Idempotency-Key may have at most ${LONGEST_KEY} characters`);
  return given;
};

interface KeyedRequest {
  actor: Actor;
  key: string;
  request: Request;
  dependencies: ApiDependencies;
  operation: AnyOperation;
}

const runOnce = async (
  run: (stream?: Readable) => Promise<Answer | RawAnswer>,
  { actor, key, request, dependencies, operation }: KeyedRequest,
): Promise<Answer> => {
  // A form is read to its end first, because only then can it be compared with another under the same key.
  const form = request.is("multipart/*") ? await spoolForm(request) : null;
  const hash = hashRequest(request, { form: form?.hash, secretFields: operation.secretFields });
  try {
    return await answerOnce(dependencies, { actor, key, hash }, async () => {
      const answer = await run(form?.open());
      if (isRawAnswer(answer))
        throw new HttpError(
          400,
          "idempotency_key_unsupported",
          "This operation accepts no Idempotency-Key: leave the header out",
        );
      return answer;
    });
  } finally {
    await form?.remove();
  }
};

const send = async (response: Response, answer: (Answer & { replayed?: boolean }) | RawAnswer): Promise<void> => {
  if (isRawAnswer(answer)) return answer.send(response);
  if (answer.replayed) response.set("Idempotent-Replayed", "true");
  if (answer.body === undefined) return void response.status(answer.status).end();
  response.status(answer.status).json(answer.body);
};

const contextFor = (
  dependencies: ApiDependencies,
  {
    operation,
    actor,
    request,
    response,
    guards,
  }: { operation: AnyOperation; actor: Actor | null; request: Request; response: Response; guards: RequestGuards },
): OperationContext => {
  const key = givenKey(actor, request);
  const database = databaseFor(operation, dependencies);
  return {
    ...dependencies,
    database,
    requestId: readFollowedRequest(response).id,
    address: request.ip ?? "unknown",
    get actor() {
      if (!actor) throw unauthorized("This needs credentials");
      return actor;
    },
    openStream: async (topic) => {
      if (!actor) throw unauthorized("This needs credentials");
      const lastEventId = request.get("last-event-id") ?? null;
      const { organizationId } = actor;
      return guards.streams.open({ organizationId, credential: readPresentedCredential(request), lastEventId }, topic);
    },
    countSignUp: () => guards.limits.takeForSignUp(request.ip ?? "unknown"),
    setCookie: (cookie) => void response.append("Set-Cookie", cookie),
    setHeader: (name, value) => void response.set(name, value),
    inOrganization: (work) => {
      if (!actor) throw unauthorized("This needs credentials");
      return database.inOrganization(actor.organizationId, work);
    },
    withEntities: (work) => {
      if (!actor) throw unauthorized("This needs credentials");
      return database.withEntities(actor.organizationId, work);
    },
    requestUuid: () =>
      key && actor ? deriveUuid(`${actor.organizationId}\n${formatActor(actor)}\n${key}`) : dependencies.ids.uuid(),
    keepAnswer: async (tx, result) => {
      const answer = { status: operation.success.status, body: present(operation, result) };
      if (key && actor) await writeAnswer(tx, { actor, key, answer, secrets: dependencies.secrets });
    },
  };
};

const databaseFor = ({ connectionsOf }: AnyOperation, dependencies: ApiDependencies): Database => {
  if (connectionsOf === "callbacks") return dependencies.callbackDatabase;
  return connectionsOf === "streams" ? dependencies.streamDatabase : dependencies.database;
};

const singleHeaders = (request: Request): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
