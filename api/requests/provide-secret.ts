import { ZodError } from "zod";
import { type Credential, readCredential } from "../../domain/secret/credential-data.ts";
import { CredentialRow } from "../../infra/postgres/credential/credential.entity.ts";
import { sealCredential } from "../../infra/postgres/credential/credential.repository.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { findRequest } from "../../infra/postgres/request/settle-request.ts";
import { lockTool } from "../../infra/postgres/tool/tool.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { requestNotFound } from "./requests.errors.ts";
import { presentRequest } from "./requests.presenter.ts";
import type { provideSecretBody } from "./requests.schemas.ts";
import { settleAndSignal } from "./settle-and-signal.ts";
import { settleRequestAndRecord } from "./settle-request-and-record.ts";

/**
 * Creates a credential from the secret that an agent requested, once. The value goes from the body into the sealed row
 * only: the event, the request and its workflow know the credential by its id.
 */
export const provideSecret = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof provideSecretBody }>,
) => {
  const { event_id: eventId, value } = body;
  const uuid = context.ids.uuid();
  const row = await settleAndSignal(context, () =>
    context.withEntities(async (em, tx) => {
      const request = await findRequest(tx, { eventId, kind: "secret" });
      if (!request) throw requestNotFound("secret");
      const name = body.name ?? String(request.subject["name"]);
      const credential = credentialOf(request, value);
      const settled = await settleRequestAndRecord(context, tx, {
        eventId,
        kind: "secret",
        decision: "provided",
        answer: { credential_uuid: uuid },
        event: { kind: "secret_provided", summary: `The key was provided: ${name}` },
      });
      await requireQuota(tx, "credentials");
      await em.create(CredentialRow, {
        organization_id: context.actor.organizationId,
        uuid,
        name,
        created_by: context.actor.userId,
        ...sealCredential(credential, { uuid, secrets: context.secrets }),
      });
      await giveToTool(em, request, uuid);
      context.keepAnswer(tx, { ...presentRequest(settled), credential_uuid: uuid });
      return settled;
    }),
  );
  return { ...presentRequest(row), credential_uuid: uuid };
};

/**
 * Sets the credential on the tool that it was requested for; a tool that was given another one, or an account,
 * meanwhile keeps that.
 */
const giveToTool = async (em: Entities, { subject }: RequestRow, credential_uuid: string): Promise<void> => {
  const tool = typeof subject["tool_uuid"] === "string" ? await lockTool(em, subject["tool_uuid"]) : null;
  if (tool?.definition.type !== "http_api" && tool?.definition.type !== "mcp") return;
  const { definition } = tool;
  if (definition.config.credential_uuid !== null) return;
  if (definition.type === "mcp" && definition.config.account_id) return;
  if (definition.type === "http_api") {
    await em.change(tool, { definition: { ...definition, config: { ...definition.config, credential_uuid } } });
  } else {
    await em.change(tool, { definition: { ...definition, config: { ...definition.config, credential_uuid } } });
  }
};

const credentialOf = ({ subject }: RequestRow, value: string): Credential => {
  const header_name = subject["header_name"];
  try {
    switch (subject["credential_type"]) {
      case "api_key":
        return readCredential("api_key", { header_name, api_key: value });
      case "custom_header":
        return readCredential("custom_header", { header_name, header_value: value });
      default:
        return readCredential("bearer_token", { token: value });
    }
  } catch (error) {
    if (error instanceof ZodError) throw invalidField(["value"], error.issues[0]?.message ?? "It cannot be used");
    throw error;
  }
};
