import { createHash } from "node:crypto";
import express, { type Request, type RequestHandler, type Response, Router } from "express";
import { addFields } from "../../infra/telemetry/current-work.ts";
import { authenticate, requirePermission } from "./authenticate.ts";
import { followedRequest, noteOperation } from "./follow-request.ts";
import { HttpError, unauthorized } from "./http-error.ts";
import { answerOnce, type Answer, requestHash, writeAnswer } from "./idempotency.ts";
import { type AnyOperation, isRawAnswer, type RawAnswer } from "./operation.ts";
import { type Actor, actorName, type ApiDependencies, type OperationContext } from "./operation-context.ts";
import type { RateLimits } from "./rate-limits.ts";
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
    const actor = await admit(operation, dependencies, { request, limits });
    if (actor) addFields({ organization_id: actor.organizationId, actor: actorName(actor) });
    const context = contextFor(dependencies, { operation, actor, request, response });
    const input = {
      ...validateInput(operation, request, { ignoreUnknownFields: response.locals["isAlias"] === true }),
      request: {
        stream: request,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        headers: singleHeaders(request),
        url: request.originalUrl,
      },
    };
    const run = async (): Promise<Answer | RawAnswer> => {
      const result = await operation.run(context, input);
      return isRawAnswer(result) ? result : { status: operation.success.status, body: present(operation, result) };
    };
    await send(response, await runOnce(run, { actor, request, dependencies }));
  };

const admit = async (
  operation: AnyOperation,
  { database }: ApiDependencies,
  { request, limits }: { request: Request; limits: RateLimits },
) => {
  if (operation.limitedPerAddress !== false) await limits.takeForAddress(request.ip ?? "unknown");
  if (operation.permission === "public") return null;
  const actor = await authenticate(database, request);
  await limits.takeForActor(actor);
  requirePermission(actor, operation.permission);
  return actor;
};

/** What the schema does not name does not go out. */
const present = (operation: AnyOperation, result: unknown): unknown =>
  operation.success.body ? operation.success.body.parse(result) : undefined;

const runOnce = async (
  run: () => Promise<Answer | RawAnswer>,
  { actor, request, dependencies }: { actor: Actor | null; request: Request; dependencies: ApiDependencies },
): Promise<Answer | RawAnswer> => {
  const key = request.get("idempotency-key");
  // An uploaded file is not read yet: it could not be told from another under the same key.
  if (!key || !actor || request.method !== "POST" || request.is("multipart/*")) return run();
  return answerOnce(dependencies, { actor, key, hash: requestHash(request) }, async () => {
    const answer = await run();
    if (isRawAnswer(answer))
      throw new HttpError(400, "idempotency_key_unsupported", "This operation takes no Idempotency-Key");
    return answer;
  });
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
    inOrganization: (work) => {
      if (!actor) throw unauthorized("This needs credentials");
      return dependencies.database.inOrganization(actor.organizationId, work);
    },
    withEntities: (work) => {
      if (!actor) throw unauthorized("This needs credentials");
      return dependencies.database.withEntities(actor.organizationId, work);
    },
    requestUuid: () => (key && actor ? uuidFrom(`${actor.organizationId}\n${key}`) : dependencies.ids.uuid()),
    keepAnswer: async (tx, result) => {
      const answer = { status: operation.success.status, body: present(operation, result) };
      if (key && actor) await writeAnswer(tx, { actor, key, answer, secrets: dependencies.secrets });
    },
  };
};

/** A UUID (version 8, custom) that depends on the text alone. */
const uuidFrom = (text: string): string => {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const singleHeaders = (request: Request): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
