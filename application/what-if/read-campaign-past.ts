import { z } from "zod";
import { ANSWERERS } from "../../domain/answerer/answered-by.rules.ts";
import { findCallsPerSecond } from "../../domain/call/carrier-pace.rules.ts";
import type { RecordedPolicy } from "../../domain/record/entry-facts.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import type { CampaignPast } from "../../domain/what-if/campaign-past.ts";
import { delayStops, findPeak } from "../../domain/what-if/late-stops.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { readCallLimits } from "../../infra/postgres/campaign/campaign-forecast.repository.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  listOtherAttempts,
  listPastContacts,
  listPastDecisions,
  listPastPolicies,
  listPastRuns,
  type OtherAttempt,
  type PastContact,
  type PastRun,
} from "../../infra/postgres/what-if/campaign-past.repository.ts";
import { daysOfAttempts } from "../../infra/rule-pack/ruled-call.ts";
import { RecordRefusedError } from "../record/record-refusal.ts";
import { sealRecord } from "../record/seal-record.ts";
import { type OrganizationRules, readClaimRules } from "../rule-pack/chosen-rules.ts";
import { readBlock, toColumns } from "./contact-block.ts";
import { type AttemptRow, createPastColumns, NEVER } from "./past-columns.ts";
import {
  joinPolicies,
  listStateChanges,
  type PresentLimits,
  readOwnSettings,
  readRecordedPolicy,
  withoutRepeated,
} from "./past-policies.ts";
import { findRulesInForce, joinRules, sortAdmissions } from "./past-rule-choices.ts";
import { createRuledPeople, toPersonToRule } from "./ruled-people.ts";

type Dependencies = Pick<Adapters, "database" | "objectStore" | "secrets" | "logger" | "carriers" | "clock">;

/** A campaign's past, and the ids of its contacts in the order of its people. */
export interface ReadPast {
  past: CampaignPast;
  contactIds: Float64Array;
}

/** Contacts of one page: some megabytes of rows at a time, whatever the campaign's size. */
const PAGE = 2000;

/**
 * Reads a campaign from its rows and the record, page by page; only the columns of numbers stay in memory. Null: it has not
 * started. `asked`: rules that will be asked besides those of its own. The instants are those of the record, which says in which order things were decided.
 */
export const readCampaignPast = async (
  deps: Dependencies,
  {
    organizationId,
    campaignId,
    asked = null,
  }: { organizationId: number; campaignId: number; asked?: OrganizationRules | null },
): Promise<ReadPast | null> => {
  await sealWhatWaits(deps, organizationId);
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(organizationId, work);
  const begin = await inside((tx) => readBeginning(deps, tx, campaignId));
  if (!begin) return null;
  const { campaign, decisions, limits, nowMs, list, today } = begin;
  const startedAtMs = campaign.started_at?.getTime() ?? nowMs;
  const ruled = openRuled(asked, today);
  const gathered = createGathering(campaign, ruled?.people ?? null);
  const since = ruled && ruled.days > 0 ? new Date(startedAtMs - ruled.days * DAY_MS) : null;
  for (let afterId = 0; ; ) {
    const page = await inside((tx) => readPage(tx, { campaignId, afterId, since }));
    gathered.add(page);
    afterId = page.contacts.at(-1)?.id ?? afterId;
    if (page.contacts.length < PAGE) break;
  }
  const policies = await inside((tx) => listPastPolicies(tx, gathered.digests()));
  const { people, attempts, contactIds, currency, outcomes, answerers, zones } = gathered.finish();
  const rulesAt = findRulesInForce(ruled ? gathered.listAdmissions(policies) : [], ruled ? today : null);
  const admittedBy = gathered.listSwitches().flatMap(({ fromMs, digest }) => {
    const policy = policies.get(digest);
    return policy ? [readRecordedPolicy(policy, fromMs)] : [];
  });
  return {
    contactIds,
    past: {
      startedAtMs,
      knownUntilMs: campaign.completed_at === null ? nowMs : NEVER,
      zones,
      outcomes,
      answerers,
      policies: joinRules(
        joinPolicies(readOwnSettings(campaign, decisions), withoutRepeated(admittedBy), {
          limits,
          startedAtMs,
          peak: findPeak(attempts),
        }),
        rulesAt,
      ),
      ...(ruled && {
        ruled: ruled.people.finish({ consentAttested: campaign.consent_attested_at !== null, list }),
      }),
      changes: delayStops(listStateChanges(decisions), attempts),
      people,
      attempts,
      currency,
    },
  };
};

/** Reads contacts with their runs, and where `since` is given with what others requested for their numbers from then on. */
const readPage = async (
  tx: OrganizationTransaction,
  { campaignId, afterId, since }: { campaignId: number; afterId: number; since: Date | null },
): Promise<PastPage> => {
  const contacts = await listPastContacts(tx, { campaignId, afterId, limit: PAGE });
  if (contacts.length === 0) return { contacts, runs: [], others: [] };
  const range = { campaignId, fromId: contacts[0]?.id ?? 0, toId: contacts.at(-1)?.id ?? 0 };
  return {
    contacts,
    runs: await listPastRuns(tx, range),
    others: since === null ? [] : await listOtherAttempts(tx, { ...range, since }),
  };
};

/** What waits is sealed first, because only sealed entries are found by their run. A record that may not be sealed is read as it is. */
const sealWhatWaits = async (deps: Dependencies, organizationId: number): Promise<void> => {
  try {
    await sealRecord(deps, organizationId);
  } catch (error) {
    if (!(error instanceof RecordRefusedError)) throw error;
    deps.logger.warn({ err: error, organization_id: organizationId }, "the record is not sealed: rows alone are read");
  }
};

/** Null: neither the organization's choice of today nor what is asked has a rule. */
const openRuled = (asked: OrganizationRules | null, today: OrganizationRules | null) => {
  const all = [asked, today].filter((rules) => rules !== null);
  if (all.length === 0) return null;
  return {
    people: createRuledPeople({ asksAttributes: all.some(({ own }) => own.length > 0) }),
    days: Math.max(...all.map(daysOfAttempts)),
  };
};

/** Returns the name of the campaign's contact list; null: it has none. */
export const findListName = async (tx: OrganizationTransaction, campaign: Campaign): Promise<string | null> => {
  const query = tx.selectFrom("contact_lists").select("name").where("id", "=", campaign.contact_list_id);
  return (await query.executeTakeFirst())?.name ?? null;
};

const readBeginning = async (deps: Dependencies, tx: OrganizationTransaction, campaignId: number) => {
  const campaign = await findCampaign(tx, campaignId);
  if (!campaign?.started_at) return null;
  const now = deps.clock.now();
  return {
    campaign,
    nowMs: now.getTime(),
    list: await findListName(tx, campaign),
    today: await readClaimRules(tx, campaign),
    decisions: await listPastDecisions(tx, campaignId),
    limits: await readPresentLimits(deps, tx, { campaign, now }),
  };
};

/** Reads the limits on a campaign's calls that are not its own settings. */
export const readPresentLimits = async (
  { carriers }: Pick<Dependencies, "carriers">,
  tx: OrganizationTransaction,
  { campaign, now }: { campaign: Campaign; now: Date },
): Promise<PresentLimits> => {
  const limits = await readCallLimits(tx, { ...campaign, max_concurrency: null });
  const { provider } = limits;
  const ofCarrier =
    provider !== null && carriers.has(provider) ? carriers.get(provider).description.defaultCallsPerSecond : undefined;
  const organization = await tx
    .selectFrom("organizations")
    .select("max_attempts_per_number_per_day")
    .where("id", "=", campaign.organization_id)
    .executeTakeFirstOrThrow();
  return {
    reading: await readCampaignHours(tx, campaign, now),
    concurrency: limits.concurrency,
    callsPerSecond:
      ofCarrier === undefined
        ? null
        : findCallsPerSecond({ ofAccount: limits.callsPerSecond, ofCarrier }, campaign.environment),
    maxAttemptsPerDay: organization.max_attempts_per_number_per_day,
  };
};

const placeIn = (names: string[], name: string): number => {
  const known = names.indexOf(name);
  return known >= 0 ? known : names.push(name) - 1;
};

const listAttempts = (contact: PastContact, own: readonly PastRun[]): PastRun[] =>
  own.filter((run, index) => countsForContact(run, { contact, isLast: index === own.length - 1 }));

const createGathering = (campaign: Campaign, ruled: ReturnType<typeof createRuledPeople> | null) => {
  const columns = createPastColumns();
  const zones = [...campaign.contact_timezones];
  /** Each outcome with who answered. */
  const ends: string[] = [];
  let contactIds = new Float64Array(0);
  let currency: string | null = campaign.budget?.currency ?? null;
  let highestMinor = 0;
  const digests: string[] = [];
  /** By attempt: the place of its policy among the digests; -1: the record has none. */
  const policyOf: number[] = [];

  const toAttempt = (run: PastRun): AttemptRow => {
    const startMs = run.requestedAt?.getTime() ?? 0;
    const admittedMs = run.admittedAt?.getTime() ?? startMs;
    policyOf.push(run.policyDigest === null ? -1 : placeIn(digests, run.policyDigest));
    currency ??= run.currency;
    highestMinor = Math.max(highestMinor, run.reservedMinor ?? run.costMinor ?? 0);
    const endMs = (run.settledAt ?? run.endedAt)?.getTime() ?? NEVER;
    return {
      admittedMs,
      startMs,
      endMs: run.endedAt === null ? NEVER : Math.max(endMs, admittedMs),
      outcome: placeIn(ends, writeEnd(run)),
      costMinor: run.costMinor ?? 0,
    };
  };
  return {
    add: ({ contacts, runs, others }: PastPage): void => {
      const byContact = Map.groupBy(runs, ({ contactId }) => contactId);
      const othersOf = Map.groupBy(others, ({ contactId }) => contactId);
      contactIds = withRoomFor(contactIds, columns.people.count + contacts.length);
      for (const contact of contacts) {
        const own = byContact.get(contact.id) ?? [];
        const made = listAttempts(contact, own).map(toAttempt);
        const block = readBlock(contact, own, made);
        const at = columns.add(
          {
            zone: placeIn(zones, contact.timezone),
            ...toColumns(block, { asksRules: ruled !== null }),
            highestCostMinor: Math.max(0, ...own.map(({ reservedMinor }) => reservedMinor ?? 0)),
          },
          made,
        );
        contactIds[at] = contact.id;
        ruled?.add(at, toPersonToRule(contact, { own, block, others: othersOf.get(contact.id) ?? [] }));
      }
    },
    digests: () => digests,
    /** In their order. */
    listAdmissions: (policies: ReadonlyMap<string, RecordedPolicy>) =>
      sortAdmissions(ruled, {
        attempts: columns.attempts,
        policies: policyOf.map((at) => policies.get(digests[at] ?? "")),
      }),
    listSwitches: () => listPolicySwitches({ digests, policyOf, admittedMs: columns.attempts.admittedMs }),
    finish: () => {
      const { people, attempts } = columns;
      for (let person = 0; person < people.count; person += 1)
        if ((people.highestCostMinor[person] ?? 0) === 0) people.highestCostMinor[person] = highestMinor;
      return { people, attempts, contactIds, currency, ...readEnds(ends), zones };
    },
  };
};

interface PastPage {
  contacts: readonly PastContact[];
  runs: readonly PastRun[];
  others: readonly OtherAttempt[];
}

const writeEnd = ({ outcome, answeredBy, personCame }: PastRun): string =>
  JSON.stringify([outcome ?? "", answeredBy, personCame]);

const readEnds = (ends: readonly string[]) => {
  const read = (ends.length > 0 ? ends : ['["",null,false]']).map((end) => endSchema.parse(JSON.parse(end)));
  return {
    outcomes: read.map(([outcome]) => outcome),
    answerers: read.map(([, answeredBy, personCame]) => ({ answeredBy, personCame })),
  };
};

const endSchema = z.tuple([z.string(), z.enum(ANSWERERS).nullable().catch(null), z.boolean()]);

/** Returns the ids where they have room, else a larger copy. */
const withRoomFor = (ids: Float64Array<ArrayBuffer>, count: number): Float64Array<ArrayBuffer> => {
  if (count <= ids.length) return ids;
  const larger = new Float64Array(Math.ceil(count * 1.5));
  larger.set(ids);
  return larger;
};

/** Attempts come in the order of their contacts: put in that of their admission, they show when another policy began. */
const listPolicySwitches = ({
  digests,
  policyOf,
  admittedMs,
}: {
  digests: readonly string[];
  /** By attempt: the place of its policy among the digests; -1: the record has none. */
  policyOf: readonly number[];
  admittedMs: ArrayLike<number>;
}): { fromMs: number; digest: string }[] => {
  if (digests.length === 0) return [];
  const instantOf = (row: number) => admittedMs[row] ?? 0;
  const rows = Array.from(policyOf.keys()).filter((row) => policyOf[row] !== -1);
  if (digests.length > 1) rows.sort((one, other) => instantOf(one) - instantOf(other));
  const first = rows.filter((row, index) => policyOf[row] !== policyOf[rows[index - 1] ?? -1]);
  return first.map((row) => ({ fromMs: instantOf(row), digest: digests[policyOf[row] ?? 0] ?? "" }));
};

/**
 * Tells whether a run is one of its contact's attempts. Of a request that its carrier refused before it rang, or that was stopped before
 * it was made, the contact went back to wait for another one.
 */
const countsForContact = (
  { requestedAt, outcome }: PastRun,
  { contact, isLast }: { contact: PastContact; isLast: boolean },
): boolean => requestedAt !== null && (outcome !== "canceled" || (isLast && !contact.waits));
