import { type CallingHours, DEFAULT_CALLING_HOURS } from "../../domain/campaign/calling-hours.ts";
import { DEFAULT_NUMBER_KINDS, isNumberKind } from "../../domain/number/number-kinds.rules.ts";
import type { RetentionDays } from "../../domain/removal/retention.rules.ts";
import type { OwnRule } from "../../domain/rule-pack/own-rule.ts";
import { type FairShare, SHARE_SECONDS } from "../../infra/postgres/team/fair-share.repository.ts";
import type { LiveFigures } from "../../infra/postgres/team/live-figures.repository.ts";

const presentRetention = (days: RetentionDays) => ({
  words: days.words ?? null,
  recordings: days.recordings ?? null,
  runs: days.runs ?? null,
  contacts: days.contacts ?? null,
  import_files: days.import_files ?? null,
  threads: days.threads ?? null,
  deliveries: days.deliveries ?? null,
});

/** Presents the preferences in force: unset ones show their default. */
export const presentPreferences = <
  Row extends {
    calling_hours: CallingHours | null;
    disclosure_off_reason: string | null;
    allowed_number_kinds: string[] | null;
    rule_packs: string[] | null;
    unconfirmed_rules: string[] | null;
    own_rules: OwnRule[] | null;
    retention: RetentionDays | null;
  },
>({
  disclosure_off_reason: reason,
  ...row
}: Row) => ({
  ...row,
  disclosure: { enabled: reason === null, reason },
  calling_hours: row.calling_hours ?? DEFAULT_CALLING_HOURS,
  rule_packs: row.rule_packs ?? [],
  unconfirmed_rules: row.unconfirmed_rules ?? [],
  own_rules: row.own_rules ?? [],
  retention: row.retention && presentRetention(row.retention),
  allowed_number_kinds: row.allowed_number_kinds?.filter(isNumberKind) ?? [...DEFAULT_NUMBER_KINDS],
});

export const presentLiveFigures = ({ asOf, callsNow, callsPerSecond, accounts, requestsOpen }: LiveFigures) => ({
  as_of: asOf,
  calls_now: callsNow,
  calls_per_second: callsPerSecond,
  accounts: accounts.map((account) => ({
    telephony_configuration_id: account.id,
    calls_now: account.callsNow,
    calls_per_second: account.callsPerSecond,
  })),
  requests_open: requestsOpen,
});

export const presentFairShare = ({ asOf, started, platform, ...waiting }: FairShare) => ({
  as_of: asOf,
  period_seconds: SHARE_SECONDS,
  calls_started: started,
  share: platform.started === 0 ? null : started / platform.started,
  platform: { calls_started: platform.started, organizations: platform.organizations },
  waiting: {
    calls: waiting.queuedCalls,
    contacts: waiting.contacts,
    campaign_count: waiting.campaignCount,
    campaigns: waiting.campaigns.map(({ id, name, contacts, hold }) => ({ campaign_id: id, name, contacts, ...hold })),
  },
});
