import type { z } from "zod";
import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import { reserveVoicePlace } from "../../../infra/postgres/web-call/voice-reservation.repository.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { findLink } from "./find-link.ts";
import { presentAudio } from "./web-calls.presenter.ts";
import { linkNotFound, noVoicePlace } from "./web-calls.errors.ts";
import type { linkParams } from "./web-calls.schemas.ts";

/** Returns what the talk page shows before the conversation. */
export const describeLink = async (context: OperationContext, { params }: { params: z.output<typeof linkParams> }) => {
  const link = await findLink(context, params.token);
  const agent =
    link &&
    (await context.database.inOrganization(link.organizationId, (tx) =>
      tx
        .selectFrom("agents as a")
        .innerJoin("agent_versions as v", (join) =>
          join.on("v.id", "=", (on) =>
            link.agentVersionId === null ? on.ref("a.published_version_id") : on.val(link.agentVersionId),
          ),
        )
        .select(["a.name", "a.status", "v.configurations"])
        .where("a.id", "=", link.agentId)
        .executeTakeFirst(),
    ));
  if (!link || !agent || agent.status === "archived") throw linkNotFound();
  const { run } = link;
  if (run?.state === "queued" && run.carries_audio) {
    const isKept = await context.database.inOrganization(link.organizationId, (tx) => reserveVoicePlace(tx, run));
    if (!isKept) throw noVoicePlace();
  }
  return {
    kind: link.kind,
    agent_name: agent.name,
    language: readAgentSettings(agent.configurations).language,
    audio: link.run === null ? null : await presentAudio(context, link.run, laterToJoin(context)),
  };
};

const PAGE_JOINS_WITHIN_MS = 600_000;

/** A page that was loaded again joins later than the conversation was made. */
const laterToJoin = ({ clock }: OperationContext): Date => new Date(clock.now().getTime() + PAGE_JOINS_WITHIN_MS);
