import type { TokenSigner } from "../../secrets/token-signer.ts";
import type { ArtifactType } from "./call-artifact.entity.ts";

const PURPOSE = "artifact";
const DAY_MS = 86_400_000;

/** What makes links to the files of a run, and what they are judged by. */
export interface LinkedRun {
  organization_id: number;
  uuid: string;
  artifact_generation: number;
}

/** Names run and organization, expires after `days`, and is worthless once the run's generation is raised. */
export const signArtifactToken = (
  tokens: TokenSigner,
  run: LinkedRun,
  { now, days }: { now: Date; days: number },
): string =>
  tokens.sign(`${run.organization_id}.${run.uuid}.${run.artifact_generation}`, {
    purpose: PURPOSE,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  });

/** The run that a token names; null for one that is not valid now. Whether its generation still holds says the run's row. */
export const readArtifactToken = (tokens: TokenSigner, token: string, now: Date): LinkedRun | null => {
  const claims = tokens.read(token, { purpose: PURPOSE, now });
  const [organizationId = "", uuid = "", generation = ""] = claims?.split(".") ?? [];
  return claims === null
    ? null
    : { organization_id: Number(organizationId), uuid, artifact_generation: Number(generation) };
};

/** The address under which whoever has it may fetch the file. */
export const artifactUrl = (baseUrl: string, token: string, artifactType: ArtifactType): string =>
  `${baseUrl}/api/v1/public/download/workflow/${token}/${artifactType}`;
