import type { Request, RequestHandler, Response } from "express";
import { addFields } from "../../infra/telemetry/current-work.ts";
import { readPresentedCredential, requirePermission, requireSecondFactor } from "./authenticate.ts";
import { unauthorized } from "./http-error.ts";
import { confineActor, isInProcess } from "./in-process-requests.ts";
import { BYTES_OF_ONE, countBodyCost } from "./load/body-cost.ts";
import { createCloseSignal } from "./load/delayed-refusals.ts";
import { buildQuotaKey, buildRateLimitHeaders, type QuotaReading } from "./load/rate-limits.ts";
import type { RequestGuards } from "./load/request-guards.ts";
import { readNetworkAddress } from "./network-address.ts";
import type { AnyOperation } from "./operation.ts";
import { type Actor, formatActor } from "./operation-context.ts";
import { requireSandboxRule } from "./require-production.ts";
import { requireScope } from "./require-scope.ts";

/** The authenticated actors, for later handlers. */
const actors = new WeakMap<Request, Actor>();

/** Returns the actor of an admitted request; null: the operation is public. */
export const findActor = (request: Request): Actor | null => actors.get(request) ?? null;

/** Counts the request and authenticates it; throws 429, 401 or 403 before the body is read. */
export const admitRequest =
  (operation: AnyOperation, guards: RequestGuards): RequestHandler =>
  async (request, response, next) => {
    const exchange = { request, response, readings: [] };
    if (operation.limitedPerAddress !== false) await countAddress(exchange, guards);
    if (operation.permission === "public") return next();
    const actor = await findCaller(exchange, guards);
    requireAudience(actor, request);
    if (!operation.beforeSecondFactor) requireSecondFactor(actor);
    requirePermission(actor, operation.permission);
    requireSandboxRule(actor, operation);
    requireScope(actor, operation);
    if (await waitForLargeBody(exchange, actor, guards)) next();
  };

/** Admits a request that is no operation, of anybody with credentials; calls `next` as `admitRequest` does. */
export const admitCaller =
  (guards: RequestGuards): RequestHandler =>
  async (request, response, next) => {
    const exchange = { request, response, readings: [] };
    await countAddress(exchange, guards);
    const actor = await findCaller(exchange, guards);
    requireSecondFactor(actor);
    if (await waitForLargeBody(exchange, actor, guards)) next();
  };

/** The token of a program that somebody let in is for the MCP server, which may ask for it, and for nothing else (RFC 8707). */
const requireAudience = ({ credential }: Actor, request: Request): void => {
  if (credential.kind === "api_key" && credential.ofClient && !isInProcess(request))
    throw unauthorized("This token is for the MCP server alone: send an API key in X-API-Key");
};

interface Exchange {
  request: Request;
  response: Response;
  readings: QuotaReading[];
}

const note = ({ response, readings }: Exchange, reading: QuotaReading): void => {
  readings.push(reading);
  response.set(buildRateLimitHeaders(readings));
  if (reading.refusal) throw reading.refusal;
};

const countAddress = async (exchange: Exchange, { limits }: RequestGuards): Promise<void> =>
  note(exchange, await limits.takeForAddress(readNetworkAddress(exchange.request)));

/** Looks the credential up and counts for it; throws 429 or 401. */
const findCaller = async (exchange: Exchange, guards: RequestGuards): Promise<Actor> => {
  const { limits, lookUps, lookUpActor, held } = guards;
  const { request, response } = exchange;
  const credential = readPresentedCredential(request);
  const known = limits.findRefusal(credential);
  if (known) {
    await held.hold({
      caller: buildQuotaKey(credential),
      ms: known.windowEndsInMs,
      signal: createCloseSignal(response),
    });
    note(exchange, known);
  }
  const cost = countBodyCost(request.headers);
  const actor = await lookUps.run(buildQuotaKey(credential), async () => {
    const refusal = limits.findRefusal(credential);
    if (refusal) note(exchange, refusal);
    const found = await lookUpActor(credential);
    for (const reading of await limits.takeForActor({ actor: found, credential, cost })) note(exchange, reading);
    return found;
  });
  await guards.keyNetworks.note(actor, request);
  return confineActor(actor, request);
};

/** Waits for room for a large body, and keeps the actor; false: the caller has left. */
const waitForLargeBody = async (
  { request, response }: Exchange,
  actor: Actor,
  { largeBodies }: RequestGuards,
): Promise<boolean> => {
  const cost = countBodyCost(request.headers);
  if (cost > 1) {
    await largeBodies.enter(actor.organizationId, cost * BYTES_OF_ONE, createCloseSignal(response));
    if (response.closed) return false;
  }
  actors.set(request, actor);
  addFields({ organization_id: actor.organizationId, actor: formatActor(actor) });
  return true;
};
