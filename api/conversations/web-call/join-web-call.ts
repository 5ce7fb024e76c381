import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { beginSessionRun } from "../../../infra/postgres/call/run-transitions.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { countTalking, lockEmbedTokenById } from "../../../infra/postgres/web-call/embed-token.repository.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";

/** Begins the run when somebody joins, once. Returns false where its embed token allows no more conversations now. */
export const joinWebCall = ({ database }: Pick<ApiDependencies, "database">, run: CallRun): Promise<boolean> =>
  database.inOrganization(run.organization_id, async (tx) => {
    if (run.state !== "queued") return true;
    const token = run.embed_token_id === null ? null : await lockEmbedTokenById(tx, run.embed_token_id);
    if (token?.revoked_at) return false;
    if (token?.max_concurrent && (await countTalking(tx, token.id)) >= token.max_concurrent) return false;
    if (!(await beginSessionRun(tx, run))) return true;
    recordTimelineAtCommit(tx, {
      organizationId: run.organization_id,
      kind: "call_started",
      actor: "system",
      summary: `${run.name}: somebody joined a conversation in the browser`,
      payload: { mode: run.mode, environment: run.environment },
      agentId: run.agent_id,
      runId: run.id,
    });
    return true;
  });
