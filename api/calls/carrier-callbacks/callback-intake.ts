import { type Batcher, createBatcher } from "../../../infra/batcher.ts";
import type { FollowedRun } from "../../../infra/postgres/call/call-run.repository.ts";
import type { ReportedEvent } from "../../../infra/postgres/call/carrier-events.repository.ts";
import type { Database, OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { CallbackRequest, CarrierEvent } from "../../../infra/telephony/carrier.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { type CallbackAddress, type FollowedTarget, findFollowedTargets } from "./callback-target.ts";
import { type KeptEvent, storeEvents } from "./receive-carrier-event.ts";

/** A request that claims to come from the carrier of this call. */
export interface Callback {
  address: CallbackAddress;
  request: CallbackRequest;
}

export type RecordedCallback =
  /** The carrier has no such call here. */
  | { kind: "unknown_run" }
  | { kind: "refused"; run: FollowedRun; reason: string }
  | { kind: "kept"; target: FollowedTarget; event: CarrierEvent; kept: KeptEvent };

type IntakeDependencies = Pick<ApiDependencies, "database" | "carriers" | "secrets">;

/** The number of calls whose rows one batch locks. */
const CALLBACKS_AT_ONCE = 32;
/** The next batch gathers while the database works on one: what a batch costs besides its callbacks is most of what a few cost. */
const BATCHES_AT_ONCE = 2;
/** So many take a second transaction. */
const ENOUGH_FOR_ANOTHER = 16;
/** A batch that takes longer may wait for a lock, which the others need not. */
const PATIENCE_MS = 25;

/**
 * Verifies a callback and stores its event. Simultaneous callbacks of an organization share a transaction: fast
 * campaigns cause many at once, and most of the cost of one is common to all.
 */
export const recordCallback = async (deps: IntakeDependencies, callback: Callback): Promise<RecordedCallback> => {
  const taken = await batcherOf(deps).add(callback);
  if (taken.kind !== "needsOwnTransaction") return taken;
  const [alone] = await recordTogether(deps, [callback]);
  if (!alone || alone.kind === "needsOwnTransaction") throw new Error("a callback was not taken");
  return alone;
};

/** One batcher for each database that this process uses. */
const batchers = new WeakMap<Database, Batcher<Callback, MaybeRecorded>>();

const batcherOf = ({ database, carriers, secrets }: IntakeDependencies): Batcher<Callback, MaybeRecorded> => {
  const known = batchers.get(database);
  if (known) return known;
  const made = createBatcher({
    groupOf: ({ address }: Callback) => address.organizationId,
    keyOf: ({ address }) => address.runUuid.toLowerCase(),
    atMost: CALLBACKS_AT_ONCE,
    batchesAtOnce: BATCHES_AT_ONCE,
    enoughForAnother: ENOUGH_FOR_ANOTHER,
    patienceMs: PATIENCE_MS,
    work: (callbacks) => recordTogether({ database, carriers, secrets }, callbacks),
  });
  batchers.set(database, made);
  return made;
};

/** `needsOwnTransaction`: its run is locked together with its contact, in a transaction for this callback alone. */
type MaybeRecorded = RecordedCallback | { kind: "needsOwnTransaction" };

const recordTogether = (
  deps: IntakeDependencies,
  callbacks: readonly [Callback, ...Callback[]],
): Promise<MaybeRecorded[]> =>
  deps.database.inOrganization(callbacks[0].address.organizationId, (tx) => recordCallbacks(tx, deps, callbacks));

type Read =
  | Exclude<RecordedCallback, { kind: "kept" }>
  | { kind: "proved"; target: FollowedTarget; event: CarrierEvent };

const recordCallbacks = async (
  tx: OrganizationTransaction,
  deps: IntakeDependencies,
  callbacks: readonly Callback[],
): Promise<MaybeRecorded[]> => {
  const addresses = callbacks.map(({ address }) => address);
  const targets = await findFollowedTargets(tx, deps, addresses);
  const read = callbacks.map(({ request }, at) => readCallback(targets[at], request));
  const isAlone = (each: Read) => each.kind === "proved" && callbacks.length > 1 && countsContact(each.target.run);
  const told = read.flatMap((each): ReportedEvent[] =>
    each.kind === "proved" && !isAlone(each) ? [{ run: each.target.run, event: each.event }] : [],
  );
  const kept = await storeEvents(tx, told);
  return read.map((each) => {
    if (each.kind !== "proved") return each;
    const keptEvent = kept[told.findIndex(({ event }) => event === each.event)];
    return keptEvent ? { ...each, kind: "kept", kept: keptEvent } : { kind: "needsOwnTransaction" };
  });
};

const readCallback = (target: FollowedTarget | null | undefined, request: CallbackRequest): Read => {
  if (!target) return { kind: "unknown_run" };
  const verified = target.carrier.readCallback(target.credentials, request);
  return verified.ok
    ? { kind: "proved", target, event: verified.event }
    : { kind: "refused", run: target.run, reason: verified.reason };
};

/**
 * Tells whether an event may be the first of a contact's call, which has to be counted in its campaign: the locks for that are
 * taken for one contact at a time, and never while those of another are held.
 */
const countsContact = ({ carrier_accepted_at, campaign_contact_id }: FollowedRun): boolean =>
  carrier_accepted_at === null && campaign_contact_id !== null;
