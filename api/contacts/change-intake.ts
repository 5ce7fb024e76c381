import { type CallsOfIntake, MAPPING_OF_CALLS, MOST_INTAKES_OF_LIST } from "../../domain/contact/intake.ts";
import { FORMER_SECRET_VALID_MS } from "../../domain/webhook/webhook-limits.ts";
import { ContactIntake } from "../../infra/postgres/contact/contact-intake.entity.ts";
import { listFaults, listIntakes } from "../../infra/postgres/contact/contact-intake.repository.ts";
import type { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import { findList, lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { createWebhookSecret, sealWebhookSecret } from "../../infra/postgres/webhook/webhook-secret.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import {
  intakeHasNoSecret,
  intakeNotFound,
  intakeTakesNoCalls,
  listNotFound,
  tooManyIntakes,
} from "./contacts.errors.ts";
import type { contactListParams } from "./contacts.schemas.ts";
import { presentIntake } from "./intakes.presenter.ts";
import type { intakeBody, intakeChanges, intakeParams } from "./intakes.schemas.ts";

/** Of the payloads that could not be taken so many are shown. */
const FAULTS_SHOWN = 20;

type CreateInput = OperationInput<{ params: typeof contactListParams; body: typeof intakeBody }>;

/** Makes an address that takes contacts into a list, or a rule that takes those of ended calls. Only this answer has its secret. */
export const createIntake = (context: OperationContext, { params, body }: CreateInput) => {
  const { organizationId, userId } = context.actor;
  const calls = body.calls ?? null;
  const secret = calls === null ? createWebhookSecret() : null;
  return context.withEntities(async (em, tx) => {
    const list = await lockList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    requireOwnEnvironment(context.actor, list, "list");
    if ((await listIntakes(tx, list.id)).length >= MOST_INTAKES_OF_LIST) throw tooManyIntakes();
    if (calls) await requireSources(tx, calls);
    const intake = await em.create(ContactIntake, {
      organization_id: organizationId,
      contact_list_id: list.id,
      uuid: context.ids.uuid(),
      name: body.name,
      mapping: body.mapping ?? MAPPING_OF_CALLS,
      calls,
      secret_sealed: secret === null ? null : sealWebhookSecret(secret, { organizationId, secrets: context.secrets }),
      created_by: userId,
    });
    const change = calls ? "takes contacts of ended calls" : "has an address that takes contacts";
    noteChange(context, tx, { list, intake, change });
    const answer = { ...presentIntake(context, intake, []), secret };
    context.keepAnswer(tx, answer);
    return answer;
  });
};

/** Lists the intakes of a list with the newest payloads that they could not take. */
export const readIntakes = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof contactListParams }>,
) =>
  context.withEntities(async (em, tx) => {
    if (!(await findList(em, params.contact_list_id))) throw listNotFound();
    const intakes = [];
    for (const row of await listIntakes(tx, params.contact_list_id))
      intakes.push(presentIntake(context, row, await listFaults(tx, row.id, FAULTS_SHOWN)));
    return { intakes };
  });

type UpdateInput = OperationInput<{ params: typeof intakeParams; body: typeof intakeChanges }>;

/** Changes an intake. A new secret is shown once; payloads that are signed with the old one are taken for another day. */
export const updateIntake = (context: OperationContext, { params, body }: UpdateInput) =>
  context.withEntities(async (em, tx) => {
    const { list, intake } = await findOwn(context, em, params);
    if (intake.calls !== null && body.rotate_secret) throw intakeHasNoSecret();
    if (intake.calls === null && body.calls !== undefined) throw intakeTakesNoCalls();
    if (body.calls) await requireSources(tx, body.calls);
    const owner = { organizationId: intake.organization_id, secrets: context.secrets };
    const secret = body.rotate_secret ? createWebhookSecret() : null;
    await em.change(intake, {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.mapping !== undefined && { mapping: body.mapping }),
      ...(body.calls !== undefined && { calls: body.calls }),
      ...(body.is_active !== undefined && { is_active: body.is_active }),
      ...(secret !== null && {
        secret_sealed: sealWebhookSecret(secret, owner),
        previous_secret_sealed: intake.secret_sealed,
        previous_secret_until: new Date(context.clock.now().getTime() + FORMER_SECRET_VALID_MS),
      }),
    });
    const change = intake.calls ? "takes contacts of other ended calls" : "has a changed address that takes contacts";
    noteChange(context, tx, { list, intake, change });
    const answer = { ...presentIntake(context, intake, await listFaults(tx, intake.id, FAULTS_SHOWN)), secret };
    if (secret !== null) context.keepAnswer(tx, answer);
    return answer;
  });

/** Removes an intake: its address takes nothing any more. */
export const deleteIntake = (context: OperationContext, { params }: OperationInput<{ params: typeof intakeParams }>) =>
  context.withEntities(async (em, tx) => {
    const { list, intake } = await findOwn(context, em, params);
    await tx.deleteFrom("contact_intakes").where("id", "=", intake.id).execute();
    const change = intake.calls ? "takes no contacts of ended calls any more" : "lost an address that took contacts";
    noteChange(context, tx, { list, intake, change });
    return { success: true, message: `${intake.name} takes nothing any more` };
  });

/** Throws 422 for an agent or a campaign that the organization has not. */
const requireSources = async (
  tx: OrganizationTransaction,
  { workflow_ids: agents = [], campaign_ids: campaigns = [] }: CallsOfIntake,
): Promise<void> => {
  const agent = await findUnknown(agents, (ids) =>
    tx.selectFrom("agents").select("id").where("id", "in", ids).execute(),
  );
  if (agent !== undefined)
    throw invalidField(["calls", "workflow_ids"], `The organization has no agent ${agent}`, "unknown_agent");
  const campaign = await findUnknown(campaigns, (ids) =>
    tx.selectFrom("campaigns").select("id").where("id", "in", ids).execute(),
  );
  if (campaign !== undefined)
    throw invalidField(["calls", "campaign_ids"], `The organization has no campaign ${campaign}`, "unknown_campaign");
};

const findUnknown = async (
  ids: readonly number[],
  find: (ids: readonly number[]) => Promise<{ id: number }[]>,
): Promise<number | undefined> => {
  if (ids.length === 0) return undefined;
  const rows = await find(ids);
  return ids.find((id) => !rows.some((row) => row.id === id));
};

const findOwn = async (
  context: OperationContext,
  em: Entities,
  params: { contact_list_id: number; intake_id: number },
): Promise<{ list: ContactList; intake: ContactIntake }> => {
  const list = await findList(em, params.contact_list_id);
  if (!list) throw listNotFound();
  requireOwnEnvironment(context.actor, list, "list");
  const intake = await em.lockOne(ContactIntake, { id: params.intake_id });
  if (!intake || intake.contact_list_id !== list.id) throw intakeNotFound();
  return { list, intake };
};

/** `change` ends the sentence that the list's name begins. */
const noteChange = (
  context: OperationContext,
  tx: OrganizationTransaction,
  { list, intake, change }: { list: ContactList; intake: ContactIntake; change: string },
): void =>
  recordTimelineAtCommit(tx, {
    organizationId: list.organization_id,
    kind: "system",
    actor: formatActor(context.actor),
    summary: `${list.name} ${change}`,
    payload: { contact_list_id: list.id, intake_id: intake.id },
  });
