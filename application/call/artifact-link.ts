import type { ArtifactType } from "../../domain/call/artifact.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import type { TokenSigner } from "../../infra/secrets/token-signer.ts";

const PURPOSE = "artifact";

/** The fields of a run that links to its files are made from and checked against. */
export interface LinkedRun {
  organization_id: number;
  uuid: string;
  artifact_generation: number;
}

/** Signs a token with run and organization. It expires after `days`, or when the run's generation is raised. */
export const signArtifactToken = (
  tokens: TokenSigner,
  run: LinkedRun,
  { now, days }: { now: Date; days: number },
): string =>
  tokens.sign(`${run.organization_id}.${run.uuid}.${run.artifact_generation}`, {
    purpose: PURPOSE,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  });

/**
 * Returns the run that a token names; null for a token that is not valid now. The caller compares the generation with
 * the run's row.
 */
export const readArtifactToken = (tokens: TokenSigner, token: string, now: Date): LinkedRun | null => {
  const claims = tokens.read(token, { purpose: PURPOSE, now });
  const [organizationId = "", uuid = "", generation = ""] = claims?.split(".") ?? [];
  return claims === null
    ? null
    : { organization_id: Number(organizationId), uuid, artifact_generation: Number(generation) };
};

/** Returns the address at which anybody who knows it may fetch the file. */
export const buildArtifactUrl = (baseUrl: string, token: string, artifactType: ArtifactType): string =>
  `${baseUrl}/api/v1/public/download/workflow/${token}/${artifactType}`;
