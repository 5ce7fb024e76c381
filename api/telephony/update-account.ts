import type { z } from "zod";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { recordAccount } from "../../infra/postgres/record/record-settings.ts";
import {
  computeAccountFingerprint,
  openCredentials,
  sealCredentials,
} from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import {
  findRentedNumber,
  findTelephonyAccount,
  hasLiveCalls,
  isRentingOn,
  lockTelephonyAccount,
} from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireTextAgent } from "../text-agent.ts";
import { type CredentialCheck, checkAccount } from "./account-check.ts";
import { explainTextsElsewhere, pointAccountTexts } from "./account-texts.ts";
import { type AccountColumns, readCarrierSettings, splitSettings } from "./carrier-settings.ts";
import { readFollowers, requireFollowers } from "./followers.ts";
import { listCalledNumbers, pointNumbers } from "./point-numbers.ts";
import {
  callsOnFormerAccount,
  carrierFixed,
  changedMeanwhile,
  refuseDuplicates,
  rentedOn,
  requireAllowedCarrier,
  telephonyAccountNotFound,
} from "./telephony.errors.ts";
import { presentTelephonyAccount } from "./telephony.presenter.ts";
import type { telephonyAccountParams, updateTelephonyAccountBody } from "./telephony.schemas.ts";

type Body = z.output<typeof updateTelephonyAccountBody>;
type Config = NonNullable<Body["config"]>;

interface NewSettings {
  columns: AccountColumns;
  credentials: CarrierCredentials;
  check: CredentialCheck;
}

/** Renames an account, or replaces its settings as a whole; a masked secret is kept. */
export const updateTelephonyAccount = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof telephonyAccountParams; body: typeof updateTelephonyAccountBody }>,
) => {
  const before = await context.inOrganization((tx) => findTelephonyAccount(tx, params.config_id));
  if (!before) throw telephonyAccountNotFound();
  requireAllowedCarrier(context.actor, before);
  const settings = body.config && (await newSettings(context, before, body.config));
  if (!changesAnything(body)) return presentTelephonyAccount(context, before);
  const row = await refuseDuplicates(() =>
    context.withEntities(async (em, tx) => {
      if (body.failover !== undefined)
        await requireFollowers(context, tx, { failover: body.failover, provider: before.provider, id: before.id });
      await rewrite({ em, tx }, { context, before, body, settings });
      return findTelephonyAccount(tx, before.id);
    }),
  );
  if (!row) throw telephonyAccountNotFound();
  const check = settings && (await pointedAgain(context, row, settings.check));
  return presentTelephonyAccount(context, row, await withTexts(context, { row, before, check: check ?? null }));
};

/** Adds to what the carrier said what it says of texts, once somebody else answers them or it has other settings. */
const withTexts = async (
  context: OperationContext,
  { row, before, check }: { row: TelephonyAccount; before: TelephonyAccount; check: CredentialCheck | null },
): Promise<CredentialCheck | null> => {
  const isOtherAgent = row.text_agent_id !== before.text_agent_id;
  const failures = isOtherAgent ? await pointAccountTexts(context, row, before) : [];
  const elsewhere = check?.ok && failures.length === 0 ? await explainTextsElsewhere(context, row) : null;
  const ok = (check?.ok ?? true) && failures.length === 0;
  const said = [check?.message, ...failures, elsewhere].filter((sentence) => typeof sentence === "string");
  return said.length === 0 ? null : { ok, message: said.join(" ") };
};

const changesAnything = ({ name, failover, route, text_workflow_id, clear_text_workflow, config }: Body): boolean =>
  clear_text_workflow || [name, failover, route, text_workflow_id, config].some((given) => given !== undefined);

/** Renews the settings for incoming calls at a carrier that keeps a copy of them. */
const pointedAgain = async (
  context: OperationContext,
  account: TelephonyAccount,
  check: CredentialCheck,
): Promise<CredentialCheck> => {
  const numbers = await listCalledNumbers(context, account);
  const failures = await pointNumbers(context, { account, numbers, serves: true });
  return failures.length === 0 ? check : { ok: false, message: [check.message, ...failures].join(" ") };
};

const newSettings = async (
  context: OperationContext,
  before: TelephonyAccount,
  config: Config,
): Promise<NewSettings> => {
  const { provider, sent, columns } = splitSettings(config);
  if (provider !== before.provider) throw carrierFixed();
  const stored = openCredentials(before, context.secrets);
  const credentials = readCarrierSettings(context.carriers.get(provider).description, sent, stored);
  return { columns, credentials, check: await checkAccount(context, { provider, credentials }) };
};

interface Change {
  context: OperationContext;
  before: TelephonyAccount;
  body: Body;
  settings: NewSettings | undefined;
}

const rewrite = async (
  { em, tx }: { em: Entities; tx: OrganizationTransaction },
  { context, before, body, settings }: Change,
) => {
  const { failover, route } = body;
  const name = body.name ?? before.name;
  const locked = await lockTelephonyAccount(em, before.id);
  if (!locked) throw telephonyAccountNotFound();
  // The masks of this request stand for the secrets that were read before the carrier was asked.
  if (settings && !locked.credentials_sealed.equals(before.credentials_sealed)) throw changedMeanwhile();
  if (settings) await refuseOtherAccountWhileUsed(tx, { context, before, settings });
  const now = context.clock.now();
  const textAgentId = await requireTextAgent(context, tx, {
    body,
    provider: before.provider,
    before: locked.text_agent_id,
  });
  await em.change(locked, {
    name,
    text_agent_id: textAgentId,
    updated_at: now,
    ...(failover !== undefined && { failover: readFollowers(failover) }),
    ...(route !== undefined && { route }),
    ...(settings && settingsColumns(context, settings)),
    ...(settings && namesOtherAccount(context, before, settings) && { account_changed_at: now }),
  });
  if (settings) await renameAccount(tx, { context, before, settings });
  const actor = formatActor(context.actor);
  await recordAccount(tx, { organizationId: before.organization_id, id: before.id, change: "changed", actor });
  recordTimelineAtCommit(tx, {
    organizationId: before.organization_id,
    kind: "system",
    actor,
    summary: `Telephony configuration ${name} was changed: ${nameChange(body)}`,
    payload: { telephony_configuration_id: before.id },
  });
};

const nameChange = ({ config, failover, route, text_workflow_id, clear_text_workflow }: Body): string => {
  if (config) return "its settings";
  if (text_workflow_id !== undefined || clear_text_workflow) return "who answers texts";
  return failover === undefined && route === undefined ? "its name" : "which accounts follow it";
};

/**
 * Tells whether the new settings name another account of the carrier, instead of the same one with another secret. A trunk never
 * counts as another one, because LiveKit has its calls and their recordings.
 */
const namesOtherAccount = (
  { carriers, secrets }: OperationContext,
  before: TelephonyAccount,
  settings: NewSettings,
): boolean => {
  const { description } = carriers.get(before.provider);
  if (description.connectivity === "sip") return false;
  const former = computeAccountFingerprint(description, openCredentials(before, secrets));
  const next = computeAccountFingerprint(description, settings.credentials);
  return former !== null && (next === null || !former.equals(next));
};

/**
 * Refuses another account while the present one is used: only the account that was asked for a call or a rental can say what became
 * of it. Another one knows nothing of it, which would count as "was never dialled".
 */
const refuseOtherAccountWhileUsed = async (
  tx: OrganizationTransaction,
  { context, before, settings }: Omit<Change, "body"> & { settings: NewSettings },
): Promise<void> => {
  if (!namesOtherAccount(context, before, settings)) return;
  if (await hasLiveCalls(tx, before.id)) throw callsOnFormerAccount();
  if ((await findRentedNumber(tx, before.id)) || (await isRentingOn(tx, before.id))) throw rentedOn();
};

/** New settings reactivate an account that was set aside for its old ones. */
const settingsColumns = ({ actor, secrets }: OperationContext, { columns, credentials }: NewSettings) => ({
  ...columns,
  inactive_since: null,
  inactive_reason: null,
  ...sealCredentials(credentials, { organizationId: actor.organizationId, secrets }),
});

const renameAccount = (
  tx: OrganizationTransaction,
  { context, before, settings }: Omit<Change, "body"> & { settings: NewSettings },
) =>
  tx
    .updateTable("phone_numbers")
    .set({
      account_fingerprint: computeAccountFingerprint(
        context.carriers.get(before.provider).description,
        settings.credentials,
      ),
    })
    .where("telephony_configuration_id", "=", before.id)
    .execute();
