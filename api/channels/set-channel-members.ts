import type { z } from "zod";
import { findCalleeFault } from "../../domain/channel/channel.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { listMembers, lockMembers } from "../../infra/postgres/access/members.repository.ts";
import { Channel } from "../../infra/postgres/channel/channel.entity.ts";
import {
  setChannelAgents,
  setChannelCallees,
  setChannelMembers as writeMembers,
} from "../../infra/postgres/channel/channel-members.repository.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import type { channelMembersBody } from "./channel-members.schemas.ts";
import { channelNotFound } from "./channels.errors.ts";
import type { channelParams } from "./channels.schemas.ts";
import { readChannelMembers } from "./get-channel-members.ts";

type Input = OperationInput<{ params: typeof channelParams; body: typeof channelMembersBody }>;

/** Sets the members and agents of a channel; absent fields are not changed. */
export const setChannelMembers = (context: OperationContext, { params, body }: Input) =>
  context.withEntities(async (em, tx) => {
    const { organizationId } = context.actor;
    const channel = await em.lockOne(Channel, { id: params.folder_id });
    if (!channel) throw channelNotFound();
    if (body.user_ids) {
      // The members are locked, so that nobody leaves the organization between this check and the rows.
      await lockMembers(tx, organizationId);
      const members = await listMembers(tx);
      requireKnown("user_ids", body.user_ids, { known: members.map(({ user_id }) => user_id), what: "member" });
      await writeMembers(tx, { organizationId, channelId: channel.id }, body.user_ids);
    }
    if (body.workflow_ids) {
      requireKnown("workflow_ids", body.workflow_ids, {
        known: await knownAgents(tx, body.workflow_ids),
        what: "agent",
      });
      await setChannelAgents(tx, channel.id, body.workflow_ids);
    }
    const answer = body.callees
      ? await setCallees(tx, channel.id, body.callees)
      : await readChannelMembers(tx, channel.id);
    recordTimelineAtCommit(tx, {
      organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Channel ${channel.name} has ${answer.members.length} members and ${answer.agents.length} agents now`,
      channelId: channel.id,
    });
    return answer;
  });

const knownAgents = async (tx: OrganizationTransaction, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("agents")
    .select("id")
    .where("id", "in", ids)
    .where("is_hidden", "=", false)
    .execute();
  return rows.map(({ id }) => id);
};

const requireKnown = (
  field: string,
  ids: readonly number[],
  { known, what }: { known: readonly number[]; what: string },
): void => {
  const all = new Set(known);
  const unknown = ids.findIndex((id) => !all.has(id));
  if (unknown !== -1) throw invalidField([field, unknown], `There is no ${what} ${ids[unknown]} in the organization`);
};

type Callees = NonNullable<z.output<typeof channelMembersBody>["callees"]>;

const setCallees = async (tx: OrganizationTransaction, channelId: number, callees: Callees) => {
  const { user_ids: known } = await readChannelMembers(tx, channelId);
  const country = await readOrganizationCountry(tx);
  const read = callees.map(({ user_id, phone_number, takes_calls }, at) => {
    const fault = findCalleeFault({ user_id, phone_number, takes_calls }, known);
    if (fault) throw invalidField(["callees", at, fault.field], fault.sentence);
    if (phone_number === null) return { user_id, phone_number, takes_calls };
    const number = parsePhoneNumber(phone_number, country);
    if (!number.ok) throw invalidField(["callees", at, "phone_number"], number.reason);
    return { user_id, phone_number: number.e164, takes_calls };
  });
  await setChannelCallees(tx, channelId, read);
  return readChannelMembers(tx, channelId);
};
