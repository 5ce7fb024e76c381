import { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import { sumSecondsTalked } from "../../../infra/postgres/web-call/embed-token.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requireAgent } from "../../require-agent.ts";
import { presentEmbedToken } from "./web-calls.presenter.ts";
import type { agentParams } from "./web-calls.schemas.ts";

const MOST_SHOWN = 200;

export const listEmbedTokens = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof agentParams }>,
) =>
  context.withEntities(async (em, tx) => {
    const agent = await requireAgent(tx, params.workflow_id);
    const rows = await em.find(EmbedToken, { agent_id: agent.id }, { orderBy: { id: "desc" }, limit: MOST_SHOWN });
    const embedTokens = [];
    for (const row of rows) {
      embedTokens.push(presentEmbedToken(context, row, { talkedSeconds: await sumSecondsTalked(tx, row.id) }));
    }
    return { embed_tokens: embedTokens };
  });
