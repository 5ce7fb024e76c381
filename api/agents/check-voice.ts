import type { AgentSettings } from "../../domain/agent/agent-settings.ts";
import { readLivekitSettings } from "../../infra/livekit/livekit-settings.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findVoiceFault } from "../../application/telephony/speakable-voice.ts";
import { HttpError } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Refuses a voice that the organization's carriers do not have, nor its model that speaks. */
export const requireSpeakableVoice = async (
  { carriers, config }: Pick<OperationContext, "carriers" | "config">,
  tx: OrganizationTransaction,
  settings: AgentSettings,
): Promise<void> => {
  const msg = await findVoiceFault(tx, { carriers, hasAudio: readLivekitSettings(config) !== null }, settings);
  if (msg === null) return;
  const loc = ["body", "workflow_configurations", "voice"];
  throw new HttpError(422, "validation_error", [{ loc, msg, type: "value_error" }]);
};
