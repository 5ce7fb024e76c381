import type { Updateable } from "kysely";
import { readChosenRules } from "../../application/rule-pack/chosen-rules.ts";
import { SIMULATOR } from "../../domain/environment/sandbox.rules.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { DECIDING_PREFERENCES } from "../../domain/record/deciding-settings.ts";
import type { OwnRule } from "../../domain/rule-pack/own-rule.ts";
import { explainRetention } from "../../domain/rule-pack/retention.ts";
import type { Organization } from "../../infra/postgres/access/organization.entity.ts";
import { endBudgetWaits } from "../../infra/postgres/call/budget.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import { toOwnRulesColumn } from "../../infra/postgres/rule-pack/ruled-call.repository.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { explainMissingPrices } from "./budget.errors.ts";

type Preferences = Omit<Updateable<Tables["organizations"]>, "id" | "own_rules"> & {
  own_rules?: OwnRule[] | null | undefined;
};

/**
 * Writes preferences with their timeline event; undefined ones stay. They hold for production calls, so a sandbox key
 * changes none.
 */
export const writePreferences = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  preferences: Preferences,
): Promise<Organization> => {
  requireProduction(context.actor, "change the preferences, by which production calls are made");
  const { organizationId } = context.actor;
  const { own_rules: own, ...plain } = preferences;
  const { budget, calling_hours: hours, disclosure_off_reason: disclosureOff } = plain;
  if (budget) await requirePrices(context, tx, budget.currency);
  const row = await tx
    .updateTable("organizations")
    .set({ ...plain, ...(own !== undefined && { own_rules: toOwnRulesColumn(own) }) })
    .where("id", "=", organizationId)
    .returningAll()
    .executeTakeFirstOrThrow();
  requireAgreement(row);
  await endBudgetWaits(tx);
  const summary = "The organization's preferences were changed";
  const payload = {
    ...(hours?.enabled === false && { calling_hours_off: hours.reason }),
    ...(disclosureOff && { disclosure_off: disclosureOff }),
  };
  await recordSettings(context, tx, preferences);
  recordTimelineAtCommit(tx, { organizationId, kind: "system", actor: formatActor(context.actor), summary, payload });
  return row;
};

/** Columns of rules are null where there is none, so that an admission without rules reads nothing of them. */
export const noneIfEmpty = <Item>(list: readonly Item[] | null | undefined): Item[] | null =>
  list == null || list.length === 0 ? null : [...list];

/** Requires that the rules are those of chosen packs, and that calls are kept as long as these say. */
const requireAgreement = (row: Organization): void => {
  const chosen = readChosenRules(row);
  const { packs = [], unconfirmed = row.unconfirmed_rules ?? [] } = chosen ?? {};
  const place = unconfirmed.findIndex((name) => !packs.some(({ id }) => name.startsWith(`${id}/`)));
  if (place >= 0) {
    const message = `The rule ${unconfirmed[place]} is of a pack that rule_packs does not name`;
    throw invalidField(["unconfirmed_rules", place], message);
  }
  const wrong = explainRetention(
    { packs, unconfirmed },
    { callsDays: row.keep_runs_days, wordsDays: row.retention_days },
  );
  if (wrong) throw invalidField([wrong.field], wrong.sentence);
};

const recordSettings = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  preferences: Preferences,
): Promise<void> => {
  const changed = DECIDING_PREFERENCES.flatMap((name): [string, unknown][] =>
    preferences[name] === undefined ? [] : [[name, preferences[name]]],
  );
  if (changed.length === 0) return;
  const facts = { settings: Object.fromEntries(changed) };
  const { organizationId } = actor;
  await appendEntry(tx, { organizationId, kind: "settings.changed", actor: formatActor(actor), facts });
};

/** Requires prices for every carrier that the organization dials with, without which a budget cannot be kept. */
const requirePrices = async (
  { prices }: OperationContext,
  tx: OrganizationTransaction,
  currency: string,
): Promise<void> => {
  const accounts = await tx.selectFrom("telephony_configurations").select("provider").distinct().execute();
  const providers = accounts.map(({ provider }) => provider);
  const real = providers.filter((provider) => provider !== SIMULATOR);
  const unpriced = (real.length > 0 ? real : providers).filter((provider) => prices.currencyOf(provider) !== currency);
  if (unpriced.length > 0) throw invalidField(["budget", "currency"], explainMissingPrices(unpriced, currency));
};

/** Reads the test number, which may be national in the organization's country, as E.164. */
export const readTestPhoneNumber = (written: string, country: string | null | undefined): string => {
  const parsed = parsePhoneNumber(written, country ?? undefined);
  if (!parsed.ok) throw invalidField(["test_phone_number"], parsed.reason);
  return parsed.e164;
};
