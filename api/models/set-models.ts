import type { z } from "zod";
import {
  listModelConfigurations,
  type ModelConfiguration,
  type ModelPart,
  modelKeyContext,
  writeModelConfiguration,
} from "../../infra/postgres/model/model-configuration.repository.ts";
import { isMask } from "../../infra/secrets/secret-box.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { addressRefused, keyMissing, noKeyToKeep } from "./models.errors.ts";
import { presentModels } from "./models.presenter.ts";
import { type modelsBody, type PartInput, PARTS } from "./models.schemas.ts";

/** Sets all parts at once: one that is left out is not configured any more. */
export const setModels = (context: OperationContext, { body }: { body: z.output<typeof modelsBody> }) =>
  context.inOrganization(async (tx) => {
    const { organizationId } = context.actor;
    const before = await listModelConfigurations(tx);
    for (const part of PARTS) {
      const input = body[part];
      const stored = before.find((row) => row.part === part);
      const values = input ? valuesOf(context, { part, input, stored }) : null;
      await writeModelConfiguration(tx, { organizationId, part }, values);
    }
    return presentModels(await listModelConfigurations(tx), context.secrets);
  });

interface Setting {
  part: ModelPart;
  input: PartInput;
  stored: ModelConfiguration | undefined;
}

const valuesOf = (context: OperationContext, { part, input, stored }: Setting) => {
  const fault = input.base_url && context.outbound.urlFault(input.base_url);
  if (fault) throw addressRefused(part, fault);
  const api_key_sealed = sealedKey(context, { part, input, stored });
  if (input.provider === "openai" && !input.base_url && !api_key_sealed) throw keyMissing(part);
  return {
    provider: input.provider,
    model: input.model,
    base_url: input.base_url ?? null,
    settings: input.script ? { script: input.script } : {},
    api_key_sealed,
    updated_by: context.actor.userId,
  };
};

/** A key goes to the server that it was given for, and to no other. */
const sealedKey = (context: OperationContext, { part, input, stored }: Setting): Buffer | null => {
  if (!input.api_key) return null;
  if (!isMask(input.api_key)) {
    return context.secrets.seal(input.api_key, modelKeyContext(context.actor.organizationId, part));
  }
  const isSameServer = stored?.provider === input.provider && stored.base_url === (input.base_url ?? null);
  if (!stored?.api_key_sealed || !isSameServer) throw noKeyToKeep(part);
  return stored.api_key_sealed;
};
