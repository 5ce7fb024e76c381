import type { Readable } from "node:stream";
import express, { type Request, type RequestHandler, type Response, Router } from "express";
import { derivedUuid } from "../../infra/ids.ts";
import { addFields } from "../../infra/telemetry/current-work.ts";
import { authenticate, requirePermission } from "./authenticate.ts";
import { followedRequest, noteOperation } from "./follow-request.ts";
import { HttpError, unauthorized } from "./http-error.ts";
import { answerOnce, type Answer, requestHash, writeAnswer } from "./idempotency.ts";
import { type AnyOperation, isRawAnswer, type RawAnswer } from "./operation.ts";
import { type Actor, actorName, type ApiDependencies, type OperationContext } from "./operation-context.ts";
import { type QuotaReading, type RateLimits, rateLimitHeaders } from "./rate-limits.ts";
import { spoolForm } from "./spooled-form.ts";
import { validateInput } from "./validate-input.ts";

const BODY_LIMIT = "1mb";

/** One route per operation; Express's router answers with and without the trailing slash. */
export const mountOperations = (
  operations: readonly AnyOperation[],
  dependencies: ApiDependencies,
  limits: RateLimits,
): Router => {
  const router = Router();
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
    const handlers = [noteOperation(operation), ...bodyParsers(operation), handle(operation, dependencies, limits)];
    router[operation.method](path, ...handlers);
  }
  return router;
};

const bodyParsers = (operation: AnyOperation): RequestHandler[] => {
  // A JSON body is read, anything else is left to the operation.
  if (operation.bodyKind === "multipart")
    return operation.body ? [express.json({ limit: BODY_LIMIT, strict: false })] : [];
  if (operation.bodyKind === "raw") return [express.raw({ type: () => true, limit: BODY_LIMIT })];
  if (!operation.body) return [];
  return [requireJson, express.json({ limit: BODY_LIMIT, strict: false })];
};

const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
  if (hasBody && !request.is("json")) {
    throw new HttpError(415, "unsupported_media_type", "Send the body as JSON, with Content-Type: application/json");
  }
  next();
};

const handle =
  (operation: AnyOperation, dependencies: ApiDependencies, limits: RateLimits): RequestHandler =>
  async (request, response) => {
    const actor = await admit(operation, dependencies, { request, response, limits });
    if (actor) addFields({ organization_id: actor.organizationId, actor: actorName(actor) });
    const context = contextFor(dependencies, { operation, actor, request, response });
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
      const result = await operation.run(context, { ...input, request: { ...input.request, stream } });
      return isRawAnswer(result) ? result : { status: operation.success.status, body: present(operation, result) };
    };
    await send(response, key ? await runOnce(run, { ...key, request, dependencies, operation }) : await run());
  };

const admit = async (
  operation: AnyOperation,
  { database }: ApiDependencies,
  { request, response, limits }: { request: Request; response: Response; limits: RateLimits },
) => {
  const readings: QuotaReading[] = [];
  const note = (reading: QuotaReading) => {
    readings.push(reading);
    response.set(rateLimitHeaders(readings));
    if (reading.refusal) throw reading.refusal;
  };
  if (operation.limitedPerAddress !== false) note(await limits.takeForAddress(request.ip ?? "unknown"));
  if (operation.permission === "public") return null;
  const actor = await authenticate(database, request);
  note(await limits.takeForActor(actor));
  requirePermission(actor, operation.permission);
  return actor;
};

/** What the schema does not name does not go out. */
const present = (operation: AnyOperation, result: unknown): unknown =>
  operation.success.body ? operation.success.body.parse(result) : undefined;

/** The key under which a request is carried out once; null when it has none. */
const keyOf = (actor: Actor | null, request: Request): { actor: Actor; key: string } | null => {
  const key = request.get("idempotency-key");
  return key && actor && request.method === "POST" ? { actor, key } : null;
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
  // A form is read to its end first: until then it cannot be told from another under the same key.
  const form = request.is("multipart/*") ? await spoolForm(request) : null;
  const hash = requestHash(request, { form: form?.hash, secretFields: operation.secretFields });
  try {
    return await answerOnce(dependencies, { actor, key, hash }, async () => {
      const answer = await run(form?.open());
      if (isRawAnswer(answer))
        throw new HttpError(400, "idempotency_key_unsupported", "This operation takes no Idempotency-Key");
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
  }: { operation: AnyOperation; actor: Actor | null; request: Request; response: Response },
): OperationContext => {
  const key = request.get("idempotency-key");
  return {
    ...dependencies,
    requestId: followedRequest(response).id,
    address: request.ip ?? "unknown",
    get actor() {
      if (!actor) throw unauthorized("This needs credentials");
      return actor;
    },
    setCookie: (cookie) => void response.append("Set-Cookie", cookie),
    setHeader: (name, value) => void response.set(name, value),
    inOrganization: (work) => {
      if (!actor) throw unauthorized("This needs credentials");
      return dependencies.database.inOrganization(actor.organizationId, work);
    },
    withEntities: (work) => {
      if (!actor) throw unauthorized("This needs credentials");
      return dependencies.database.withEntities(actor.organizationId, work);
    },
    requestUuid: () => (key && actor ? derivedUuid(`${actor.organizationId}\n${key}`) : dependencies.ids.uuid()),
    keepAnswer: async (tx, result) => {
      const answer = { status: operation.success.status, body: present(operation, result) };
      if (key && actor) await writeAnswer(tx, { actor, key, answer, secrets: dependencies.secrets });
    },
  };
};

const singleHeaders = (request: Request): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
