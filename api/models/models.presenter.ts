import { z } from "zod";
import { maskSecret } from "../../domain/secret/masked-secret.ts";
import { scriptLine } from "../../infra/models/scripted.model.ts";
import type { ModelConfiguration } from "../../infra/postgres/model/model-configuration.entity.ts";
import { buildModelKeySealContext, type ModelPart } from "../../infra/postgres/model/model-configuration.repository.ts";
import { type SecretBox } from "../../infra/secrets/secret-box.ts";

/** Presents the models of an organization; keys are masked, null is not configured. */
export const presentModels = (rows: readonly ModelConfiguration[], secrets: SecretBox) => {
  const present = (part: ModelPart) => {
    const row = rows.find((each) => each.part === part);
    return row ? presentPart(row, secrets) : null;
  };
  return { embeddings: present("embeddings"), llm: present("llm"), tts: present("tts"), stt: present("stt") };
};

const presentPart = (row: ModelConfiguration, secrets: SecretBox) => {
  const key =
    row.api_key_sealed && secrets.open(row.api_key_sealed, buildModelKeySealContext(row.organization_id, row.part));
  const script = z.array(scriptLine).safeParse(row.settings["script"]);
  return {
    provider: row.provider,
    model: row.model,
    api_key: key === null ? null : maskSecret(key),
    base_url: row.base_url,
    ...(script.success && { script: script.data }),
  };
};
