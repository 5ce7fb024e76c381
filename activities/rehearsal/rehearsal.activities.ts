import { CancelledFailure, Context } from "@temporalio/activity";
import { rehearseConversation } from "../../application/rehearsal/rehearse-conversation.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  cancelUnplayed,
  countRehearsal,
  findRehearsalByUuid,
  listUnplayed,
  writeRehearsalState,
} from "../../infra/postgres/rehearsal/rehearsal.repository.ts";
import { failUnplayed } from "../../infra/postgres/rehearsal/rehearsal-conversation.repository.ts";
import type { RehearsalInput } from "../../workflows/rehearsal/rehearsal.contract.ts";
import type { PlayActivities, RehearsalActivities } from "../../workflows/rehearsal/rehearsal.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";

export const createRehearsalActivities = ({ database }: Pick<WorkerDependencies, "database">): RehearsalActivities => {
  const inside = <T>({ organizationId }: RehearsalInput, work: (tx: OrganizationTransaction) => Promise<T>) =>
    database.inOrganization(organizationId, work);
  return {
    readRehearsal: ({ limit, ...input }) =>
      inside(input, async (tx) => {
        const row = await findRehearsalByUuid(tx, input.rehearsalUuid);
        if (!row) return null;
        const next = limit === 0 ? [] : await listUnplayed(tx, row.id, limit);
        return { state: row.state, counts: await countRehearsal(tx, row.id), next };
      }),
    writeRehearsalState: ({ state, ...input }) =>
      inside(input, async (tx) => {
        const row = await findRehearsalByUuid(tx, input.rehearsalUuid);
        if (!row) return "canceled";
        if (!(await writeRehearsalState(tx, row.id, state))) return row.state;
        if (state === "canceled") await cancelUnplayed(tx, row.id);
        return state;
      }),
    failConversation: ({ conversationId, ...input }) => inside(input, (tx) => failUnplayed(tx, conversationId)),
  };
};

export const createPlayActivities = (deps: WorkerDependencies): PlayActivities => ({
  playConversation: ({ organizationId, conversationId }) =>
    withHeartbeat(async () => {
      const { cancellationSignal: signal } = Context.current();
      try {
        return await rehearseConversation(deps, { organizationId, conversationId, signal });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new CancelledFailure("the rehearsal was canceled");
      }
    }),
});
