import type { CampaignPast } from "../../domain/what-if/campaign-past.ts";
import {
  FEWEST_ATTEMPTS_WITH_HABITS,
  type Foreseen,
  MOST_CONTACTS_FORESEEN,
} from "../../domain/what-if/forecast-from-past.ts";
import type { RuledGroup } from "../../domain/what-if/past-rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { ContactsAtStart } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { findEarlierCampaign } from "../../infra/postgres/what-if/campaign-past.repository.ts";
import { foreseeInThread } from "../../infra/what-if/predict-in-thread.ts";
import { readClaimRules } from "../rule-pack/chosen-rules.ts";
import { toRuledGroup, withoutAttributes } from "../rule-pack/counted-people.ts";
import { createPastColumns, NEVER } from "./past-columns.ts";
import { joinPolicies, readOwnSettings } from "./past-policies.ts";
import { findListName, readCampaignPast, readPresentLimits } from "./read-campaign-past.ts";

type Dependencies = Parameters<typeof readCampaignPast>[0];

export interface ForeseenDraft extends Foreseen {
  earlierCampaignId: number;
  /** The attempts from which was drawn. */
  attempts: number;
  currency: string | null;
}

interface Draft {
  campaign: Campaign;
  groups: readonly ContactsAtStart[];
  /** What one call may cost at most; null: not known, or nothing. */
  highestCostMinor: number | null;
}

/** Foresees a draft by what people did in the newest campaign of its agent that is over; null: there is none that tells enough. */
export const forecastDraft = async (deps: Dependencies, draft: Draft): Promise<ForeseenDraft | null> => {
  const { campaign, groups } = draft;
  // What people did in the earlier campaign has no days of a quota.
  if (campaign.daily_quota !== null) return null;
  const organizationId = campaign.organization_id;
  const contacts = groups.reduce((sum, group) => sum + (group.blocked === null ? group.contacts : 0), 0);
  if (contacts === 0 || contacts > MOST_CONTACTS_FORESEEN) return null;
  const earlierId = await deps.database.inOrganization(organizationId, (tx) =>
    findEarlierCampaign(tx, campaign, {
      fewestAttempts: FEWEST_ATTEMPTS_WITH_HABITS,
      mostContacts: MOST_CONTACTS_FORESEEN,
    }),
  );
  const read = earlierId === null ? null : await readCampaignPast(deps, { organizationId, campaignId: earlierId });
  if (!read || earlierId === null) return null;
  const { past: earlier } = read;
  const { currency } = earlier;
  const attempts = earlier.attempts.count;
  const foreseen = await foreseeInThread({ draft: await describeDraft(deps, draft, earlier), earlier });
  return { ...foreseen, earlierCampaignId: earlierId, attempts, currency };
};

const describeDraft = async (
  deps: Dependencies,
  { campaign, groups, highestCostMinor }: Draft,
  earlier: CampaignPast,
): Promise<CampaignPast> => {
  const now = deps.clock.now();
  const { limits, chosen, list } = await deps.database.inOrganization(campaign.organization_id, async (tx) => ({
    limits: await readPresentLimits(deps, tx, { campaign, now }),
    chosen: await readClaimRules(tx, campaign),
    list: await findListName(tx, campaign),
  }));
  const rules = chosen && withoutAttributes(chosen);
  const ruledGroups: RuledGroup[] = [];
  const groupOf: number[] = [];
  const zones = [...earlier.zones];
  const columns = createPastColumns();
  for (const group of groups.filter(({ blocked }) => blocked === null)) {
    const { timezone, contacts } = group;
    const place = ruledGroups.push(toRuledGroup(group)) - 1;
    const known = zones.indexOf(timezone);
    const zone = known >= 0 ? known : zones.push(timezone) - 1;
    for (let person = 0; person < contacts; person += 1) {
      const at = columns.add(
        { zone, blockedFromMs: NEVER, leftAtMs: NEVER, highestCostMinor: highestCostMinor ?? 0 },
        [],
      );
      groupOf[at] = place;
    }
  }
  const startedAtMs = now.getTime();
  return {
    startedAtMs,
    knownUntilMs: NEVER,
    zones,
    outcomes: earlier.outcomes,
    ...(earlier.answerers && { answerers: earlier.answerers }),
    policies: joinPolicies(readOwnSettings(campaign, []), [], { limits, startedAtMs, peak: 0 }).map(
      ({ fromMs, policy }) => ({ fromMs, policy: { ...policy, rules: rules && { choice: rules, isAsked: true } } }),
    ),
    ...(rules && {
      ruled: {
        groups: ruledGroups,
        groupOf: Uint32Array.from(groupOf),
        ruledOutFromMs: new Float64Array(groupOf.length).fill(NEVER),
        // Calls of the days before are of people who are counted together here.
        others: new Map(),
        consentAttested: campaign.consent_attested_at !== null,
        list,
      },
    }),
    changes: [],
    people: columns.people,
    attempts: columns.attempts,
    currency: earlier.currency,
  };
};
