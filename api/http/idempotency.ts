import { createHash } from "node:crypto";
import type { Request } from "express";
import { sql } from "kysely";
import {
  ANSWERS_KEPT_HOURS,
  decideRepetition,
  isKeptAnswer,
  TAKE_OVER_AFTER_SECONDS,
} from "../../domain/idempotency/idempotency-key.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildAnswerSealContext, buildRequestMarkContext } from "../../infra/postgres/idempotency/answer-context.ts";
import { conflict, HttpError } from "./http-error.ts";
import { type Actor, type ApiDependencies, formatActor } from "./operation-context.ts";

export interface Answer {
  status: number;
  body: unknown;
}

/** Runs `work` once per key: the same key and request within 24 hours get the first answer again. */
export const answerOnce = async (
  dependencies: ApiDependencies,
  request: { actor: Actor; key: string; hash: Buffer },
  work: () => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> => {
  const earlier = await claimKey(dependencies, request);
  if (earlier) return { ...earlier, replayed: true };
  try {
    const answer = await work();
    await keepAnswer(dependencies, request, answer);
    return { ...answer, replayed: false };
  } catch (error) {
    await settleFailure(dependencies, request, error);
    throw error;
  }
};

/**
 * Hashes a request. `form`: the contents of a multipart body. `secretFields` are left out, because a secret could be
 * guessed from the hash of an otherwise known body.
 */
export const hashRequest = (
  request: Request,
  { form, secretFields = [] }: { form?: Buffer | undefined; secretFields?: readonly string[] | undefined } = {},
): Buffer =>
  createHash("sha256")
    .update(`${request.method} ${request.url}\n`)
    .update(form ?? JSON.stringify(request.body ?? null, leavingOut(secretFields)))
    .digest();

const leavingOut =
  (fields: readonly string[]) =>
  (name: string, value: unknown): unknown =>
    fields.includes(name) ? undefined : value;

const claimKey = (
  { database, secrets }: ApiDependencies,
  { actor, key, hash }: { actor: Actor; key: string; hash: Buffer },
) =>
  database.inOrganization(actor.organizationId, async (tx): Promise<Answer | null> => {
    // Without the key nobody can try out which number or name a request told.
    const context = buildRequestMarkContext(actor.organizationId, formatActor(actor), key);
    await tx
      .deleteFrom("idempotency_keys")
      .where("created_at", "<", sql<Date>`now() - make_interval(hours => ${ANSWERS_KEPT_HOURS})`)
      .execute();
    const inserted = await tx
      .insertInto("idempotency_keys")
      .values({
        organization_id: actor.organizationId,
        credential: formatActor(actor),
        key,
        request_hash: secrets.mark(hash, context),
      })
      .onConflict((clash) => clash.doNothing())
      .returning("key")
      .executeTakeFirst();
    if (inserted) return null;
    const row = await tx
      .selectFrom("idempotency_keys")
      .selectAll()
      .select(mayStillRun.as("may_still_run"))
      .where("credential", "=", formatActor(actor))
      .where("key", "=", key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const decision = decideRepetition({
      // Up to 0.1.0 the hash itself was kept.
      isSame: secrets.isMarkOf(row.request_hash, hash, context) || row.request_hash.equals(hash),
      hasAnswer: row.status !== null && row.answer_sealed !== null,
      mayStillRun: row.may_still_run,
    });
    if (decision === "refused") throw keyReused();
    if (decision === "waits") throw requestInProgress();
    if (decision === "answered") return openAnswer(row, { actor, key, secrets });
    await tx
      .updateTable("idempotency_keys")
      .set({ created_at: sql<Date>`now()` })
      .where("credential", "=", formatActor(actor))
      .where("key", "=", key)
      .execute();
    return null;
  });

const keyReused = () =>
  conflict("idempotency_key_reused", "This Idempotency-Key was used for another request; send a new one");

const requestInProgress = () =>
  new HttpError(409, "request_in_progress", "The first request with this Idempotency-Key is still running; ask again", {
    headers: { "Retry-After": "2" },
  });

interface KeptAnswer {
  status: number | null;
  answer_sealed: Buffer | null;
}

const openAnswer = (
  { status, answer_sealed: sealed }: KeptAnswer,
  { actor, key, secrets }: { actor: Actor; key: string; secrets: ApiDependencies["secrets"] },
): Answer | null =>
  status === null || !sealed
    ? null
    : {
        status,
        body: JSON.parse(secrets.open(sealed, buildAnswerSealContext(actor.organizationId, formatActor(actor), key))),
      };

/** Returns the answer that a request with this key got; null: there was none, or it has none yet. */
export const findKeptAnswer = (
  { database, secrets }: Pick<ApiDependencies, "database" | "secrets">,
  { actor, key }: { actor: Actor; key: string },
): Promise<Answer | null> =>
  database.inOrganization(actor.organizationId, async (tx) => {
    const row = await tx
      .selectFrom("idempotency_keys")
      .select(["status", "answer_sealed"])
      .where("credential", "=", formatActor(actor))
      .where("key", "=", key)
      .executeTakeFirst();
    return row ? openAnswer(row, { actor, key, secrets }) : null;
  });

/** By the database's clock, as its age is: the clock of a process may be an hour ahead. */
const mayStillRun = sql<boolean>`created_at > clock_timestamp() - make_interval(secs => ${TAKE_OVER_AFTER_SECONDS})`;

const keepAnswer = (dependencies: ApiDependencies, request: { actor: Actor; key: string }, answer: Answer) =>
  dependencies.database.inOrganization(request.actor.organizationId, (tx) =>
    writeAnswer(tx, { ...request, answer, secrets: dependencies.secrets }),
  );

/** Stores the answer in the transaction that carries the request out: a repetition after a crash gets this answer. */
export const writeAnswer = async (
  tx: OrganizationTransaction,
  { actor, key, answer, secrets }: { actor: Actor; key: string; answer: Answer; secrets: ApiDependencies["secrets"] },
): Promise<void> => {
  await tx
    .updateTable("idempotency_keys")
    .set({
      status: answer.status,
      answer_sealed: secrets.seal(
        JSON.stringify(answer.body ?? null),
        buildAnswerSealContext(actor.organizationId, formatActor(actor), key),
      ),
    })
    .where("credential", "=", formatActor(actor))
    .where("key", "=", key)
    .execute();
};

const settleFailure = async (dependencies: ApiDependencies, request: { actor: Actor; key: string }, error: unknown) => {
  if (error instanceof HttpError && isKeptAnswer(error.status)) {
    return keepAnswer(dependencies, request, {
      status: error.status,
      body: { detail: error.detail, code: error.code },
    });
  }
  return dependencies.database.inOrganization(request.actor.organizationId, (tx) =>
    tx
      .deleteFrom("idempotency_keys")
      .where("credential", "=", formatActor(request.actor))
      .where("key", "=", request.key)
      .where("status", "is", null)
      .execute(),
  );
};
