import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { operations } from "../../api/areas.ts";
import { signUpOperation } from "../../api/auth/auth.operations.ts";
import type { AnyOperation } from "../../api/http/operation.ts";
import { decideAct, isChange } from "../../domain/audit/kept-acts.ts";
import { listOperationsWithoutTrace } from "../../scripts/timeline-traces.ts";
import { validBodies } from "../factories/request-bodies.ts";
import { createKey } from "../factories/tenant.ts";
import { fillTables } from "../factories/tenant-rows.ts";
import { parametersOf } from "../harness/operation-walk.ts";
import { startTestApi } from "../harness/test-api.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { decidedIds, decideEntry } from "./record/recorded-operations.ts";
import { changes } from "./timeline-events/changes.ts";
import { type EventsPlatform, startEventsPlatform } from "./timeline-events/events-platform.ts";

/**
 * Carries out every operation that changes something, each in an organization of its own, and looks what it left in the
 * timeline and in the record. What an operation needs beside the rows of `test/factories/tenant-rows.ts` is in `timeline-events/changes.ts`.
 */
let platform: EventsPlatform;

beforeAll(async () => {
  platform = await startEventsPlatform();
});
afterAll(() => platform.close());

const events = (organizationId: number) =>
  platform.test.everything
    .selectFrom("timeline_events")
    .select(["id", "kind", "actor", "summary"])
    .where("organization_id", "=", organizationId)
    .orderBy("id")
    .execute();

/** The audit keeps each change once, whichever of its transactions has noted it. */
const actsOf = async (organizationId: number, { id }: AnyOperation) => {
  const acts = await platform.test.everything
    .selectFrom("acts")
    .select("kind")
    .where("organization_id", "=", organizationId)
    .where("operation", "=", id)
    .execute();
  return acts.map(({ kind }) => kind);
};

/** The kinds of entries that the record was told. */
const entriesOf = async (organizationId: number): Promise<string[]> => {
  const { rows } = await sql<{ kind: string }>`
    select kind from unsealed_entries where organization_id = ${organizationId} order by id`.execute(
    platform.test.everything,
  );
  return rows.map(({ kind }) => kind);
};

const kindOf = ({ timeline }: AnyOperation): string | null => (typeof timeline === "string" ? timeline : null);
const isWalked = ({ method, permission }: AnyOperation) => method !== "get" && permission !== "public";

/** Carries the operation out with success and returns what it was done to. */
const carryOut = async (operation: AnyOperation) => {
  const tenant = await fillTables(platform.test, operation.id);
  const { id: keyId, apiKey } = await createKey(platform.test, { tenant });
  const change = await changes[operation.id]?.({ platform, tenant });
  const known = await events(tenant.organizationId);
  const recorded = await entriesOf(tenant.organizationId);
  const params = Object.fromEntries(parametersOf(operation).map((name) => [name, tenant.pathParameters[name]]));
  await platform.api.client(change?.token ? { token: change.token } : { apiKey }).call(operation, {
    params: { ...params, ...change?.params },
    query: {},
    ...(operation.body && { body: { ...validBodies(tenant)[operation.id], ...change?.body } }),
  });
  const newEvents = async () => (await events(tenant.organizationId)).slice(known.length);
  expect(await actsOf(tenant.organizationId, operation)).toEqual(decideAct(operation) ? [decideAct(operation)] : []);
  const entry = isChange(operation) ? decideEntry(operation.id) : null;
  const newEntries = async () => (await entriesOf(tenant.organizationId)).slice(recorded.length);
  // A call that an operation before has started may end meanwhile.
  if (entry === null) expect((await newEntries()).filter((kind) => kind !== "attempt.settled")).toEqual([]);
  else await waitUntil(`the record has ${entry}`, async () => (await newEntries()).includes(entry));
  return { actor: `api_key:${keyId}`, newEvents };
};

const named = (list: readonly AnyOperation[]) =>
  list.map((operation) => ({ name: operation.id, kind: kindOf(operation), operation }));
const walked = named(operations.filter(isWalked));

describe("an operation that changes something", () => {
  const telling = walked.filter(({ kind }) => kind !== null);

  it.each(telling)("$name writes an event of kind $kind", async ({ operation, kind }) => {
    const { actor, newEvents } = await carryOut(operation);
    const event = await waitUntil("the event is there", async () =>
      (await newEvents()).find((each) => each.kind === kind),
    );
    expect(event.summary).not.toBe("");
    // The agent is the actor of a call's events; the person who asked is the actor of all others.
    if (event.actor !== actor) expect([kind, event.actor]).toEqual([kind, expect.stringMatching(/^(agent|user):\d+$/)]);
  });
});

describe("an operation that says why it writes no event", () => {
  const silent = walked.filter(({ kind }) => kind === null);

  it.each(silent)("$name writes none", async ({ operation }) => {
    const { newEvents } = await carryOut(operation);
    expect(await newEvents()).toEqual([]);
  });
});

it("an operation that changes something says what it leaves", () => {
  expect(listOperationsWithoutTrace(operations)).toEqual([]);
  const unsaid = operations.map((operation) => ({ ...operation, timeline: undefined }));
  expect(listOperationsWithoutTrace(unsaid)).toContain("signup");
});

it("an operation that changes something has an entry in the record, or a reason for none", () => {
  const changing = operations.filter(isChange).map(({ id }) => id);
  for (const id of changing) expect(() => decideEntry(id)).not.toThrow();
  expect(decidedIds.filter((id) => !changing.includes(id))).toEqual([]);
  expect(() => decideEntry("telephony.configs.somethingNew")).toThrow("recorded-operations.ts");
});

it("signing up writes the first event of the new organization", async () => {
  const body = { email: `${crypto.randomUUID()}@example.com`, password: "a password of some length" };
  // With a mail server a sign-up waits for the link in its mail.
  const api = await startTestApi(platform.test, { dependencies: { mailer: null } });
  const answer = await api.client().call(signUpOperation, { body });
  await api.close();
  expect(await entriesOf(answer.body.user.organization_id)).toEqual([decideEntry(signUpOperation.id)]);
  expect(await events(answer.body.user.organization_id)).toEqual([
    expect.objectContaining({ kind: signUpOperation.timeline }),
  ]);
});
