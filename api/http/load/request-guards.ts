import { FILES_READ, LARGE_BODIES, SHARES_OF_ORGANIZATION } from "../../../domain/access/request-limits.ts";
import { MEGABYTE } from "../../../domain/file/bytes.ts";
import { createKeyedSemaphore, type KeyedSemaphore } from "../../../infra/limits/keyed-semaphore.ts";
import { authenticate, findEndedCredentials } from "../authenticate.ts";
import { createCredentialWatch } from "../credential-watch.ts";
import { createEventStreams, type EventStreams } from "../event-streams.ts";
import { tooManyRequests } from "../http-error.ts";
import { createKeyNetworks, type KeyNetworks } from "../key-networks.ts";
import type { ShareName } from "../operation.ts";
import type { ApiDependencies } from "../operation-context.ts";
import { createRecentLooks, type RecentLooks } from "../recent-looks.ts";
import { createDelayedRefusals, type DelayedRefusals } from "./delayed-refusals.ts";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";
import { createLongAnswers, type LongAnswers } from "./long-answers.ts";
import { createPace, type Pace } from "./pace.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { createRepeatedRefusals, type RepeatedRefusals } from "./repeated-refusals.ts";
import { createSharedLimits, type SharedLimits } from "./shared-limits.ts";
import { type LookUpActor, shareLookUps } from "./shared-look-ups.ts";
import { createSuspectCallers, type SuspectCallers } from "./suspect-callers.ts";

/** The limits for callers; those of `limits`, and of streams, all API processes keep together. */
export interface RequestGuards {
  limits: RateLimits;
  /** What other API processes count, too. */
  shared: SharedLimits;
  streams: EventStreams;
  /** Files that are read while their sender waits. */
  uploads: KeyedSemaphore<number>;
  suspects: SuspectCallers;
  held: DelayedRefusals;
  repeated: RepeatedRefusals;
  /** Look-ups of credentials, limited for each credential. */
  lookUps: FairQueue;
  /** Shared by simultaneous requests of a credential. */
  lookUpActor: LookUpActor;
  longAnswers: LongAnswers;
  /** Bodies of more than one request's cost, of an organization one after another. */
  largeBodies: Pace<number>;
  /** Work of one kind, limited for each organization. */
  shares: Record<ShareName, FairQueue>;
  /** For the audit. */
  looks: RecentLooks;
  keyNetworks: KeyNetworks;
}

const UPLOAD_REFUSALS = {
  ofOrganization: "Another file of your organization is being read: send this one when that has answered",
  ofProcess: "Too many files are being read right now: send this one again in a moment",
};

const LARGE_BODIES_REFUSAL = `Your organization sends more than ${LARGE_BODIES.perSecond / MEGABYTE} MB a second of large bodies: send smaller ones, or fewer`;

/** One credential's look-ups at a time use a fraction of the pool's connections. */
const LOOK_UPS = { subject: "these credentials", atATime: 5, mostWaiting: { ofSubject: 200, inAll: 2_000 } };
const SHARES: Record<ShareName, Omit<Parameters<typeof createFairQueue>[0], "atATime">> = {
  // The answers of other servers are read piece by piece between all other requests.
  asking: {
    subject: "your organization to other servers",
    mostWaiting: { ofSubject: SHARES_OF_ORGANIZATION.asking.waiting, inAll: 200 },
  },
  // Turns and searches wait for models, and use little meanwhile.
  conversing: {
    subject: "your organization to its models",
    mostWaiting: { ofSubject: SHARES_OF_ORGANIZATION.conversing.waiting, inAll: 1_000 },
  },
  listing: {
    subject: "your organization for whole lists",
    mostWaiting: { ofSubject: SHARES_OF_ORGANIZATION.listing.waiting, inAll: 500 },
  },
  // A page of long rows takes some twenty megabytes until it is sent.
  paging: {
    subject: "your organization for pages of lists",
    mostWaiting: { ofSubject: SHARES_OF_ORGANIZATION.paging.waiting, inAll: 1_000 },
  },
  reporting: {
    subject: "your organization for reports",
    mostWaiting: { ofSubject: SHARES_OF_ORGANIZATION.reporting.waiting, inAll: 100 },
  },
};

/** Creates the limits of one process. */
export const createRequestGuards = (
  { config, database, streamDatabase, logger, ids }: ApiDependencies,
  held = createDelayedRefusals(),
  shared = createSharedLimits({ database: streamDatabase, ids, logger }),
): RequestGuards => ({
  limits: createRateLimits(config, shared.tokens),
  shared,
  streams: createEventStreams({
    logger,
    permits: shared.permits,
    credentials: createCredentialWatch((credentials) => findEndedCredentials(streamDatabase, credentials), logger),
  }),
  uploads: createKeyedSemaphore({
    permitsOfKey: FILES_READ.ofOrganization,
    permits: FILES_READ.inAll,
    refuse: (why) =>
      tooManyRequests(why === "key_is_full" ? UPLOAD_REFUSALS.ofOrganization : UPLOAD_REFUSALS.ofProcess, 5),
  }),
  held,
  repeated: createRepeatedRefusals(held),
  suspects: createSuspectCallers(held),
  lookUps: createFairQueue(LOOK_UPS),
  lookUpActor: shareLookUps((credential) => authenticate(database, credential)),
  longAnswers: createLongAnswers(),
  largeBodies: createPace({ ...LARGE_BODIES, refusal: LARGE_BODIES_REFUSAL }),
  looks: createRecentLooks(),
  keyNetworks: createKeyNetworks({ database, ids, logger }),
  shares: {
    asking: createFairQueue({ ...SHARES.asking, atATime: SHARES_OF_ORGANIZATION.asking.atATime }),
    conversing: createFairQueue({ ...SHARES.conversing, atATime: config.MODEL_TURNS_PER_ORGANIZATION }),
    listing: createFairQueue({ ...SHARES.listing, atATime: SHARES_OF_ORGANIZATION.listing.atATime }),
    paging: createFairQueue({ ...SHARES.paging, atATime: SHARES_OF_ORGANIZATION.paging.atATime }),
    reporting: createFairQueue({ ...SHARES.reporting, atATime: SHARES_OF_ORGANIZATION.reporting.atATime }),
  },
});
