import type { Readable } from "node:stream";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { createActRecorder } from "./act-recorder.ts";
import { admitRequest, findActor } from "./admit-request.ts";
import { readPresentedCredential } from "./authenticate.ts";
import { createOperationContext } from "./create-operation-context.ts";
import { setOperation } from "./follow-request.ts";
import { HttpError } from "./http-error.ts";
import { type Answer, answerOnce, hashRequest } from "./idempotency.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { sendJson } from "./json-answer.ts";
import { createCloseSignal } from "./load/delayed-refusals.ts";
import { isLongList, sendLongList } from "./load/long-lists.ts";
import { buildQuotaKey } from "./load/rate-limits.ts";
import type { RequestGuards } from "./load/request-guards.ts";
import { readNetworkAddress } from "./network-address.ts";
import type { AnyOperation, OperationRequest } from "./operation.ts";
import type { Actor, ApiDependencies } from "./operation-context.ts";
import { listServedPaths, refuseOtherMethods } from "./paths.ts";
import { presentResult } from "./present-result.ts";
import { createRawAnswer, isRawAnswer, type RawAnswer } from "./raw-answer.ts";
import { chooseBodyReaders } from "./read-request-body.ts";
import { requireRowQuota } from "./require-row-quota.ts";
import { spoolForm } from "./spooled-form.ts";
import { validateInput } from "./validate-input.ts";

/**
 * Mounts one route per path; Express's router also matches a trailing slash. A router compares a path with its routes
 * one after another, so the routes with the same first part and as many parts have a router of their own.
 */
export const mountOperations = (
  operations: readonly AnyOperation[],
  dependencies: ApiDependencies,
  guards: RequestGuards,
): RequestHandler => {
  const routers = new Map<string, Router>();
  for (const served of listServedPaths(operations)) {
    const shape = readShape(served.path);
    const router = routers.get(shape) ?? Router();
    routers.set(shape, router);
    const route = router.route(served.path);
    for (const operation of served.operations) {
      const handlers = [
        setOperation(operation),
        admitRequest(operation, guards),
        ...chooseBodyReaders(operation),
        handle(operation, dependencies, guards),
      ];
      route[operation.method](...handlers);
    }
    route.all(refuseOtherMethods(served));
  }
  return (request, response, next) => {
    const router = routers.get(readShape(request.path));
    if (router) router(request, response, next);
    else next();
  };
};

/** Routes match whatever the case of their letters, so their first parts are compared in lower case. */
const readShape = (path: string): string => {
  const parts = path.split("/");
  const count = path.endsWith("/") ? parts.length - 1 : parts.length;
  return `${count} ${(parts[1] ?? "").toLowerCase()}`;
};

const handle =
  (operation: AnyOperation, dependencies: ApiDependencies, guards: RequestGuards): RequestHandler =>
  async (request, response) => {
    const actor = findActor(request);
    const act = createActRecorder(
      { database: dependencies.database, looks: guards.looks },
      { operation, actor, request, uuid: dependencies.ids.uuid() },
    );
    const context = createOperationContext(dependencies, { operation, actor, request, response, guards, act });
    const key = keyOf(actor, request);
    const input = {
      ...validateInput(operation, request, { ignoreUnknownFields: response.locals["isAlias"] === true }),
      request: describeRequest(request),
    };
    const counted = { answer: (_bytes: number) => {} };
    const run = async (stream: Readable = request): Promise<Answer | RawAnswer> => {
      const answer = async (): Promise<Answer | RawAnswer> => {
        if (actor) counted.answer = guards.longAnswers.begin(actor.organizationId, operation.id);
        if (operation.addsRows) await requireRowQuota(context);
        const result = await operation.run(context, { ...input, request: { ...input.request, stream } });
        await act.finish();
        if (!isRawAnswer(result)) {
          if (!isLongList(operation))
            return { status: operation.success.status, body: presentResult(operation, result) };
          counted.answer(await sendLongList(response, operation, result));
          return SENT;
        }
        if (operation.share !== "reporting" && operation.share !== "conversing") return result;
        // A file, or an answer in sentences, is made while it is sent, so its turn lasts until then.
        await result.send(response);
        return SENT;
      };
      const work = () =>
        operation.share && actor
          ? guards.shares[operation.share].run(String(actor.organizationId), answer, createCloseSignal(response))
          : answer();
      return operation.limitedPerAddress === false
        ? guards.suspects.serve(context.address, work, () => createCloseSignal(response))
        : work();
    };
    let free: (() => void) | null = null;
    try {
      if (operation.bodyKind === "multipart" && actor) free = guards.uploads.acquireNow(actor.organizationId);
      const answer: (Answer & { replayed?: boolean }) | RawAnswer = key
        ? await runOnce(run, { ...key, request, dependencies, operation })
        : await run();
      if (!isRawAnswer(answer) && answer.replayed && answer.status < 400) await operation.afterReplay?.(context, input);
      await send(request, response, answer);
      counted.answer(Number(response.getHeader("content-length") ?? 0));
    } catch (error) {
      // A carrier's addresses serve all of its customers, so its refusals are held by the suspects above.
      if (operation.limitedPerAddress !== false)
        await guards.repeated.hold(nameCaller(request, actor), error, createCloseSignal(response));
      throw error;
    } finally {
      counted.answer(0);
      free?.();
    }
  };

const describeRequest = (request: Request): OperationRequest => ({
  method: request.method,
  stream: request,
  rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  headers: singleHeaders(request),
  url: request.originalUrl,
});

const SENT = createRawAnswer(() => {});

const nameCaller = (request: Request, actor: Actor | null): string =>
  actor ? buildQuotaKey(readPresentedCredential(request)) : `address:${readNetworkAddress(request)}`;

/** Returns the Idempotency-Key with its actor; null when the request has none. */
const keyOf = (actor: Actor | null, request: Request): { actor: Actor; key: string } | null => {
  const key = readIdempotencyKey(actor, request);
  return key && actor && request.method !== "GET" ? { actor, key } : null;
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
): Promise<Answer & { replayed: boolean }> => {
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

const send = async (
  request: Request,
  response: Response,
  answer: (Answer & { replayed?: boolean }) | RawAnswer,
): Promise<void> => {
  if (isRawAnswer(answer)) return answer.send(response);
  if (answer.replayed) response.set("Idempotent-Replayed", "true");
  if (answer.body === undefined) return void response.status(answer.status).end();
  await sendJson(request, response, answer);
};

const singleHeaders = (request: Request): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
