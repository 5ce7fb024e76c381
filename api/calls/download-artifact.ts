import { readArtifactToken } from "../../application/call/artifact-link.ts";
import { ARTIFACT_FILE_SECONDS } from "../../domain/call/artifact.ts";
import type { CallArtifact } from "../../infra/postgres/artifact/call-artifact.entity.ts";
import { insertAct } from "../../infra/postgres/audit/acts.repository.ts";
import { findSender } from "../http/authenticate.ts";
import type { OperationInput, WithRequest } from "../http/operation.ts";
import { type Actor, formatActor, type OperationContext } from "../http/operation-context.ts";
import { createRawAnswer } from "../http/raw-answer.ts";
import { artifactNotFound } from "./calls.errors.ts";
import type { artifactParams, artifactQuery } from "./calls.schemas.ts";

type Input = OperationInput<{ params: typeof artifactParams; query: typeof artifactQuery }> & WithRequest;

/** Redirects a signed link to the object store. Every invalid link gets the same 404. */
export const downloadArtifact = async (context: OperationContext, { params, query, request }: Input) => {
  const artifact = await findArtifact(context, { params, query });
  if (!artifact) throw artifactNotFound();
  await noteDownload(context, artifact, {
    type: params.artifact_type,
    sender: await findSender(context.database, request),
  });
  const url = await context.objectStore.signDownload(artifact.object_key, ARTIFACT_FILE_SECONDS, {
    filename: `${artifact.artifact_type}.${artifact.format}`,
    contentType: artifact.content_type,
    inline: query.inline,
  });
  return createRawAnswer((response) => response.redirect(302, url));
};

/** The link is the credential, and does not tell who opened it; whoever is logged in as a member meanwhile does. */
const noteDownload = (
  { database, ids, address, userAgent }: OperationContext,
  { organization_id: organizationId, run_id }: CallArtifact,
  { type: artifact_type, sender }: { type: string; sender: Actor | null },
): Promise<void> => {
  const member = sender?.organizationId === organizationId ? sender : null;
  return database.inOrganization(organizationId, (tx) =>
    insertAct(tx, {
      organizationId,
      uuid: ids.uuid(),
      kind: "downloaded",
      actor: member ? formatActor(member) : "link",
      userId: member?.userId ?? null,
      operation: "calls.artifact",
      subject: { run_id, artifact_type },
      address,
      userAgent,
    }),
  );
};

const findArtifact = async (
  { database, tokens, clock }: OperationContext,
  { params, query }: Pick<Input, "params" | "query">,
): Promise<CallArtifact | undefined> => {
  const named = readArtifactToken(tokens, params.token, clock.now());
  if (!named) return undefined;
  const found = await database.inOrganization(named.organization_id, (tx) =>
    tx
      .selectFrom("call_artifacts")
      .innerJoin("call_runs", "call_runs.id", "call_artifacts.run_id")
      .selectAll("call_artifacts")
      .where("call_runs.uuid", "=", named.uuid)
      .where("call_runs.artifact_generation", "=", named.artifact_generation)
      .execute(),
  );
  const ofType = found.filter(({ artifact_type }) => artifact_type === params.artifact_type);
  return query.format ? ofType.find(({ format }) => format === query.format) : (ofType.find(isForPeople) ?? ofType[0]);
};

const isForPeople = ({ format }: CallArtifact): boolean => format !== "json";
