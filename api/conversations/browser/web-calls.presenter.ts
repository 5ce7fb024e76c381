import { publicBaseUrl } from "../../../infra/config/config.ts";
import { JOIN_WITHIN_SECONDS } from "../../../domain/call/web-call.rules.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { signEmbedToken, signJoinToken } from "./web-call-tokens.ts";

/** Where a conversation is joined: by a client of one's own at `url`, or by anybody on our page. */
export const presentJoin = (deps: Pick<ApiDependencies, "config" | "tokens" | "clock">, run: CallRun) => {
  const token = signJoinToken(deps, run);
  const root = publicBaseUrl(deps.config);
  return {
    kind: "relay" as const,
    url: `${root.replace(/^http/, "ws")}/api/v1/talk/${token}`,
    token,
    expires_at: new Date(run.created_at.getTime() + JOIN_WITHIN_SECONDS * 1000),
    page_url: talkPageUrl(deps, token),
  };
};

const talkPageUrl = ({ config }: Pick<ApiDependencies, "config">, token: string): string =>
  `${publicBaseUrl(config)}/talk/${token}`;

export const presentEmbedToken = (
  deps: Pick<ApiDependencies, "config" | "tokens">,
  row: EmbedToken,
  { talkedSeconds }: { talkedSeconds: number },
) => {
  const token = signEmbedToken(deps, row);
  return {
    id: row.id,
    workflow_id: row.agent_id,
    name: row.name,
    token,
    environment: row.environment,
    allowed_origins: row.allowed_origins,
    expires_at: row.expires_at,
    max_minutes: row.max_minutes,
    max_concurrent: row.max_concurrent,
    minutes_used: Math.round(talkedSeconds / 6) / 10,
    revoked_at: row.revoked_at,
    created_at: row.created_at,
    page_url: talkPageUrl(deps, token),
    embed_script: `<script src="${publicBaseUrl(deps.config)}/talk.js" data-token="${token}" async></script>`,
  };
};
