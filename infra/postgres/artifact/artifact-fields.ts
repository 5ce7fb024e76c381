import type { Clock } from "../../clock.ts";
import { type Config, publicBaseUrl } from "../../config/config.ts";
import type { TokenSigner } from "../../secrets/token-signer.ts";
import { NO_ARTIFACTS } from "../call/run-row.ts";
import type { OrganizationTransaction } from "../database.ts";
import { artifactUrl, type LinkedRun, signArtifactToken } from "./artifact-link.ts";
import type { ArtifactType } from "./call-artifact.entity.ts";

interface LinkSigning {
  tokens: TokenSigner;
  clock: Clock;
  config: Config;
}

/** What a run's answer says of the files that are kept of it. */
type ArtifactFields = { readonly [Field in keyof typeof NO_ARTIFACTS]: string | null };

/** Reads what is kept of these runs, in one query; gives the fields of each. */
export const readArtifactFields = async (
  tx: OrganizationTransaction,
  runs: readonly (LinkedRun & { id: number })[],
  { tokens, clock, config }: LinkSigning,
): Promise<(run: LinkedRun & { id: number }) => ArtifactFields> => {
  const kept = await keptOf(
    tx,
    runs.map(({ id }) => id),
  );
  if (kept.size === 0) return () => NO_ARTIFACTS;
  const { artifact_link_days: days } = await tx
    .selectFrom("organizations")
    .select("artifact_link_days")
    .executeTakeFirstOrThrow();
  return (run) => {
    const types = kept.get(run.id);
    if (!types) return NO_ARTIFACTS;
    const token = signArtifactToken(tokens, run, { now: clock.now(), days });
    const urls = types.flatMap((type): [string, string][] => {
      const url = artifactUrl(publicBaseUrl(config), token, type);
      return [
        [`${type}_url`, url],
        [`${type}_public_url`, url],
      ];
    });
    return { ...NO_ARTIFACTS, ...Object.fromEntries<string>(urls), public_access_token: token };
  };
};

const keptOf = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<Map<number, ArtifactType[]>> => {
  if (runIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("call_artifacts")
    .select(["run_id", "artifact_type"])
    .distinct()
    .where("run_id", "in", runIds)
    .execute();
  const kept = new Map<number, ArtifactType[]>();
  for (const { run_id, artifact_type } of rows) kept.set(run_id, [...(kept.get(run_id) ?? []), artifact_type]);
  return kept;
};
