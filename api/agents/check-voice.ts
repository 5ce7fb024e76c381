import type { AgentSettings } from "../../domain/agent/agent-settings.ts";
import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import { HttpError } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";

const SIMULATOR = "simulator";

/**
 * Refuses a voice that none of the organization's carriers has, or none at all while it has no account but the
 * simulator's: every call would be spoken by another one. Where one carrier has it, the others speak with their usual one.
 */
export const requireSpeakableVoice = async (
  { carriers }: Pick<OperationContext, "carriers">,
  tx: OrganizationTransaction,
  { voice, language }: AgentSettings,
): Promise<void> => {
  if (voice === null) return;
  const own = await connectedProviders(tx);
  const providers = own.length > 0 ? own : realProviders(carriers);
  const problems = providers.map((provider) => voiceProblem(carriers, provider, { voice, language }));
  if (problems.includes(null)) return;
  const loc = ["body", "workflow_configurations", "voice"];
  throw new HttpError(422, "validation_error", [{ loc, msg: problems.join(" "), type: "value_error" }]);
};

const connectedProviders = async (tx: OrganizationTransaction): Promise<string[]> => {
  const rows = await tx
    .selectFrom("telephony_configurations")
    .select("provider")
    .distinct()
    .where("provider", "!=", SIMULATOR)
    .where("inactive_since", "is", null)
    .orderBy("provider")
    .execute();
  return rows.map(({ provider }) => provider);
};

const realProviders = (carriers: CarrierRegistry): string[] =>
  carriers
    .descriptions()
    .map(({ provider }) => provider)
    .filter((provider) => provider !== SIMULATOR);

const voiceProblem = (
  carriers: CarrierRegistry,
  provider: string,
  { voice, language }: { voice: AgentVoice; language: string },
): string | null => (carriers.has(provider) ? carriers.get(provider).description.voiceProblem(voice, language) : null);
