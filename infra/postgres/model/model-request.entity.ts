import { defineEntity, p } from "@mikro-orm/core";
import { CallRun } from "../call/call-run.entity.ts";
import { createdAt, id, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ModelRequest = Row<typeof ModelRequest>;
export const ModelRequest = defineEntity({
  name: "ModelRequest",
  tableName: "model_requests",
  properties: {
    id: id(),
    organization_id: () => organizationId("model_requests"),
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("model_requests_run_id_fkey")
        .deleteRule("cascade"),
    part: p.text().$type<"llm" | "tts" | "stt">().default("llm"),
    model: p.text(),
    prompt_tokens: p.integer(),
    completion_tokens: p.integer(),
    /** The model's server did not report tokens. */
    estimated: p.boolean(),
    /** The request is not answered yet, and the tokens are the most that it can use. */
    pending: p.boolean().default(false),
    /** The length of the text that was spoken. */
    characters: p.integer().default(0),
    /** The length of the sound that was spoken or heard. */
    sound_ms: p.integer().default(0),
    created_at: createdAt(),
  },
  indexes: [{ name: "model_requests_run", properties: ["run_id"] }],
  policies: [tenantPolicy],
});
