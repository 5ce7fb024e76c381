import { JOIN_WITHIN_SECONDS } from "../../../domain/call/web-call.rules.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import { readLivekitSettings } from "../../../infra/livekit/livekit-settings.ts";
import { buildRoomName, PERSON_IDENTITY, signRoomToken } from "../../../infra/livekit/room-token.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import { signJoinToken } from "../../../infra/secrets/join-token.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { signEmbedToken } from "./web-call-tokens.ts";

/**
 * Presents where a conversation is joined: by the customer's own client at `url`, or on our page. The token of a conversation with
 * audio is LiveKit's, for its room alone; otherwise it is ours.
 */
export const presentJoin = async (deps: Pick<ApiDependencies, "config" | "tokens" | "clock">, run: CallRun) => {
  const ownToken = signJoinToken(deps, { organizationId: run.organization_id, runUuid: run.uuid });
  const expires_at = new Date(run.created_at.getTime() + JOIN_WITHIN_SECONDS * 1000);
  const page_url = talkPageUrl(deps, ownToken);
  const audio = await presentAudio(deps, run, expires_at);
  if (audio !== null) return { ...audio, expires_at, page_url };
  const root = readPublicBaseUrl(deps.config).replace(/^http/, "ws");
  return { kind: "relay" as const, url: `${root}/api/v1/talk/${ownToken}`, token: ownToken, expires_at, page_url };
};

/**
 * Presents where the sound of the conversation comes and goes: LiveKit's server and a person's token for its room, else a WebSocket of
 * ours. Null: it has no audio.
 */
export const presentAudio = async (
  deps: Pick<ApiDependencies, "config" | "tokens" | "clock">,
  run: CallRun,
  expiresAt: Date,
) => {
  if (!run.carries_audio) return null;
  const livekit = readLivekitSettings(deps.config);
  if (livekit === null) {
    const token = signJoinToken(deps, { organizationId: run.organization_id, runUuid: run.uuid });
    const root = readPublicBaseUrl(deps.config).replace(/^http/, "ws");
    return { kind: "socket" as const, url: `${root}/api/v1/talk-sound/${token}`, token };
  }
  return {
    kind: "livekit" as const,
    url: livekit.publicUrl,
    token: await signRoomToken(livekit, { room: buildRoomName(run), identity: PERSON_IDENTITY, expiresAt }),
  };
};

const talkPageUrl = ({ config }: Pick<ApiDependencies, "config">, token: string): string =>
  `${readPublicBaseUrl(config)}/talk/${token}`;

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
    embed_script: `<script src="${readPublicBaseUrl(deps.config)}/talk.js" data-token="${token}" async></script>`,
  };
};
