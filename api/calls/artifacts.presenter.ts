import { buildArtifactUrl, type LinkedRun, signArtifactToken } from "../../application/call/artifact-link.ts";
import type { Clock } from "../../infra/clock.ts";
import { type Config, readPublicBaseUrl } from "../../infra/config/config.ts";
import type { KeptArtifacts } from "../../infra/postgres/artifact/artifact.repository.ts";
import type { TokenSigner } from "../../infra/secrets/token-signer.ts";

/** The fields of a run without files. */
export const NO_ARTIFACTS = {
  transcript_url: null,
  recording_url: null,
  user_recording_url: null,
  bot_recording_url: null,
  transcript_public_url: null,
  recording_public_url: null,
  user_recording_public_url: null,
  bot_recording_public_url: null,
  public_access_token: null,
};

/** The fields of a run's files in answers. */
type ArtifactFields = { readonly [Field in keyof typeof NO_ARTIFACTS]: string | null };

interface LinkSigning {
  tokens: TokenSigner;
  clock: Clock;
  config: Config;
}

/** Returns the function that presents the files of one of these runs as links. */
export const presentArtifacts =
  (kept: KeptArtifacts, { tokens, clock, config }: LinkSigning) =>
  (run: LinkedRun & { id: number }): ArtifactFields => {
    const types = kept.types.get(run.id);
    if (!types) return NO_ARTIFACTS;
    const token = signArtifactToken(tokens, run, { now: clock.now(), days: kept.linkDays });
    const urls = types.flatMap((type): [string, string][] => {
      const url = buildArtifactUrl(readPublicBaseUrl(config), token, type);
      return [
        [`${type}_url`, url],
        [`${type}_public_url`, url],
      ];
    });
    return { ...NO_ARTIFACTS, ...Object.fromEntries<string>(urls), public_access_token: token };
  };
