import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import type { CarrierRegistry } from "../../telephony/carrier-registry.ts";
import type { OrganizationTransaction } from "../database.ts";

const SIMULATOR = "simulator";

/**
 * Why a voice cannot be spoken with, in a sentence; null: it can. None of the organization's carriers has it, or none at
 * all while it has no account but the simulator's: every call would be spoken by another one. Where one carrier has it, the
 * others speak with their usual one.
 */
export const voiceFault = async (
  tx: OrganizationTransaction,
  carriers: CarrierRegistry,
  { voice, language }: { voice: AgentVoice | null; language: string },
): Promise<string | null> => {
  if (voice === null) return null;
  const own = await connectedCarriers(tx);
  const providers = own.length > 0 ? own : realCarriers(carriers);
  const problems = providers.map((provider) => voiceProblem(carriers, provider, { voice, language }));
  return problems.includes(null) ? null : problems.join(" ");
};

const connectedCarriers = async (tx: OrganizationTransaction): Promise<string[]> => {
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

const realCarriers = (carriers: CarrierRegistry): string[] =>
  carriers
    .descriptions()
    .map(({ provider }) => provider)
    .filter((provider) => provider !== SIMULATOR);

const voiceProblem = (
  carriers: CarrierRegistry,
  provider: string,
  { voice, language }: { voice: AgentVoice; language: string },
): string | null => (carriers.has(provider) ? carriers.get(provider).description.voiceProblem(voice, language) : null);
