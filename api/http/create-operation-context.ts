import type { Request, Response } from "express";
import { deriveUuid } from "../../infra/ids.ts";
import type { Database } from "../../infra/postgres/database.ts";
import { sendAtCommit } from "../../infra/postgres/send-together.ts";
import { type ActRecorder, readUserAgent } from "./act-recorder.ts";
import { readPresentedCredential } from "./authenticate.ts";
import { readFollowedRequest } from "./follow-request.ts";
import { unauthorized } from "./http-error.ts";
import { writeAnswer } from "./idempotency.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import type { RequestGuards } from "./load/request-guards.ts";
import { readNetworkAddress } from "./network-address.ts";
import type { AnyOperation } from "./operation.ts";
import { type Actor, type ApiDependencies, formatActor, type OperationContext } from "./operation-context.ts";
import { presentResult } from "./present-result.ts";

interface AdmittedRequest {
  operation: AnyOperation;
  actor: Actor | null;
  request: Request;
  response: Response;
  guards: RequestGuards;
  act: ActRecorder;
}

/** Creates what an operation knows of its request. */
export const createOperationContext = (
  dependencies: ApiDependencies,
  { operation, actor, request, response, guards, act }: AdmittedRequest,
): OperationContext => {
  const key = readIdempotencyKey(actor, request);
  const database = databaseFor(operation, dependencies);
  return {
    ...dependencies,
    database,
    requestId: readFollowedRequest(response).id,
    address: readNetworkAddress(request),
    userAgent: readUserAgent(request),
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
    countSignUp: () => guards.limits.takeForSignUp(readNetworkAddress(request)),
    setCookie: (cookie) => void response.append("Set-Cookie", cookie),
    setHeader: (name, value) => void response.set(name, value),
    inOrganization: (work) => {
      if (!actor) throw unauthorized("This needs credentials");
      return act.within((leaveToCommit) =>
        database.inOrganization(actor.organizationId, (tx) => {
          leaveToCommit(tx);
          return work(tx);
        }),
      );
    },
    withEntities: (work) => {
      if (!actor) throw unauthorized("This needs credentials");
      return act.within((leaveToCommit) =>
        database.withEntities(actor.organizationId, (em, tx) => {
          leaveToCommit(tx);
          return work(em, tx);
        }),
      );
    },
    requestUuid: () =>
      key && actor ? deriveUuid(`${actor.organizationId}\n${formatActor(actor)}\n${key}`) : dependencies.ids.uuid(),
    keepAnswer: (tx, result) => {
      if (!key || !actor) return;
      const answer = { status: operation.success.status, body: presentResult(operation, result) };
      sendAtCommit(tx, (tx) => writeAnswer(tx, { actor, key, answer, secrets: dependencies.secrets }));
    },
  };
};

const databaseFor = ({ connectionsOf }: AnyOperation, dependencies: ApiDependencies): Database => {
  if (connectionsOf === "callbacks") return dependencies.callbackDatabase;
  return connectionsOf === "streams" ? dependencies.streamDatabase : dependencies.database;
};
