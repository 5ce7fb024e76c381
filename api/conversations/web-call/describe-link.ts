import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import { findWithdrawal, isAgentObstacle } from "../../../domain/agent/usable-agent-version.ts";
import { JOIN_WITHIN_SECONDS } from "../../../domain/call/web-call.rules.ts";
import { findAgent } from "../../../infra/postgres/agent/agent.repository.ts";
import { readAgentToRun, readVersion } from "../../../infra/postgres/agent/agent-to-run.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { reserveVisitorSlot, reserveVoiceSlot } from "../../../infra/postgres/web-call/voice-reservation.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { findLink, type TalkLink } from "./find-link.ts";
import { linkNotFound, noVoiceSlot } from "./web-calls.errors.ts";
import { presentAudio } from "./web-calls.presenter.ts";
import type { linkParams } from "./web-calls.schemas.ts";

/** Returns what the talk page shows before the conversation. */
export const describeLink = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof linkParams }>,
) => {
  const link = await findLink(context, params.token);
  const agent = link && (await context.database.inOrganization(link.organizationId, (tx) => findTalker(tx, link)));
  if (!link || !agent) throw linkNotFound();
  const { run } = link;
  if (run?.state === "queued" && run.carries_audio) {
    const isKept = await context.database.inOrganization(link.organizationId, (tx) =>
      run.embed_token_id === null ? reserveVoiceSlot(tx, run) : reserveVisitorSlot(tx, run),
    );
    if (!isKept) throw noVoiceSlot();
  }
  return {
    kind: link.kind,
    agent_name: agent.name,
    language: readAgentSettings(agent.configurations).language,
    audio: link.run === null ? null : await presentAudio(context, link.run, laterToJoin(context)),
  };
};

/** Finds who talks behind the link; a conversation has its version, and a page takes the published one. Null: nobody. */
const findTalker = async (tx: OrganizationTransaction, { agentId, agentVersionId }: TalkLink) => {
  const agent = await findAgent(tx, agentId);
  if (agentVersionId === null) {
    const found = await readAgentToRun(tx, agent, "published");
    return isAgentObstacle(found) ? null : { name: found.agent.name, configurations: found.version.configurations };
  }
  if (!agent || findWithdrawal(agent)) return null;
  return { name: agent.name, configurations: (await readVersion(tx, agentVersionId)).configurations };
};

/** Returns when the token ends: a page that is loaded again joins later than the conversation was made. */
const laterToJoin = ({ clock }: OperationContext): Date => new Date(clock.now().getTime() + JOIN_WITHIN_SECONDS * 1000);
