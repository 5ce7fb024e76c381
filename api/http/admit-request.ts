import type { Request, RequestHandler } from "express";
import { addFields } from "../../infra/telemetry/current-work.ts";
import { readPresentedCredential, requirePermission } from "./authenticate.ts";
import { BYTES_OF_ONE, countBodyCost } from "./load/body-cost.ts";
import { createCloseSignal } from "./load/held-refusals.ts";
import { readNetworkAddress } from "./network-address.ts";
import type { AnyOperation } from "./operation.ts";
import { type Actor, formatActor } from "./operation-context.ts";
import { buildQuotaKey, buildRateLimitHeaders, type QuotaReading } from "./load/rate-limits.ts";
import type { RequestGuards } from "./load/request-guards.ts";
import { requireSandboxRule } from "./require-production.ts";
import { requireScope } from "./require-scope.ts";

/** The authenticated actors, for later handlers. */
const actors = new WeakMap<Request, Actor>();

/** Returns the actor of an admitted request; null: the operation is public. */
export const findActor = (request: Request): Actor | null => actors.get(request) ?? null;

/** Counts the request and authenticates it; throws 429, 401 or 403 before the body is read. */
export const admitRequest =
  (operation: AnyOperation, { limits, lookUps, lookUpActor, held, largeBodies }: RequestGuards): RequestHandler =>
  async (request, response, next) => {
    const readings: QuotaReading[] = [];
    const note = (reading: QuotaReading) => {
      readings.push(reading);
      response.set(buildRateLimitHeaders(readings));
      if (reading.refusal) throw reading.refusal;
    };
    if (operation.limitedPerAddress !== false) note(await limits.takeForAddress(readNetworkAddress(request)));
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
    const cost = countBodyCost(request.headers);
    const actor = await lookUps.run(buildQuotaKey(credential), async () => {
      const refusal = limits.findRefusal(credential);
      if (refusal) note(refusal);
      const found = await lookUpActor(credential);
      for (const reading of await limits.takeForActor({ actor: found, credential, cost })) note(reading);
      return found;
    });
    requirePermission(actor, operation.permission);
    requireSandboxRule(actor, operation);
    requireScope(actor, operation);
    if (cost > 1) {
      await largeBodies.enter(actor.organizationId, cost * BYTES_OF_ONE, createCloseSignal(response));
      if (response.closed) return;
    }
    actors.set(request, actor);
    addFields({ organization_id: actor.organizationId, actor: formatActor(actor) });
    next();
  };
