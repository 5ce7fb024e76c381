import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import type { CarrierRegistry } from "../../telephony/carrier-registry.ts";
import type { OrganizationTransaction } from "../database.ts";

const SIMULATOR = "simulator";

/**
 * Returns why a voice cannot be used; null: it can. It cannot when none of the organization's carriers has it, or, with
 * only the simulator's account, when no carrier at all has it: every call would use another voice. When one carrier has
 * it, the others use their default.
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
    .filter(({ provider, unavailable }) => provider !== SIMULATOR && unavailable === undefined)
    .map(({ provider }) => provider);

const voiceProblem = (
  carriers: CarrierRegistry,
  provider: string,
  { voice, language }: { voice: AgentVoice; language: string },
): string | null => (carriers.has(provider) ? carriers.get(provider).description.voiceProblem(voice, language) : null);
