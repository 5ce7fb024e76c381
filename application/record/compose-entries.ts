import { isRecord } from "../../domain/json/json-value.ts";
import { writeCanonicalJson } from "../../domain/record/canonical-json.ts";
import { writeEntry } from "../../domain/record/entry.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readPersonKeys } from "../../infra/postgres/record/person-keys.repository.ts";
import { type NamedPolicy, notePolicies, type SealedEntry } from "../../infra/postgres/record/record.repository.ts";
import type { UnsealedEntry } from "../../infra/postgres/record/unsealed-entry.entity.ts";
import { computePseudonym, digestPolicy } from "../../infra/record/record-hashes.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

/** Gives entries their places in the tree: persons become pseudonyms, and a policy is an entry of its own, named by its digest. */
export const composeEntries = async (
  tx: OrganizationTransaction,
  { organizationId, size, secrets }: { organizationId: number; size: number; secrets: SecretBox },
  waiting: readonly UnsealedEntry[],
): Promise<SealedEntry[]> => {
  const phoneNumbers = waiting.flatMap(({ phone_number: number }) => number ?? []);
  const keys = await readPersonKeys(tx, { organizationId, phoneNumbers, secrets });
  const pseudonyms = new Map([...keys].map(([number, key]) => [number, computePseudonym(key, number)]));
  const policyOf = policyReader();
  const policies = new Map(waiting.flatMap((entry) => policyOf(entry) ?? []).map((named) => [named.digest, named]));
  const unknown = await notePolicies(tx, organizationId, [...policies.values()]);
  const entries: SealedEntry[] = [];
  const add = (entry: Pick<UnsealedEntry, "kind" | "at" | "actor" | "facts" | "run_uuid">, person?: string) => {
    const { kind, at, actor, facts, run_uuid } = entry;
    const index = size + entries.length;
    const line = writeEntry({
      index,
      kind,
      at: at.toISOString(),
      actor,
      facts,
      ...(person !== undefined && { person }),
    });
    entries.push({ index, kind, run_uuid, line });
  };
  for (const entry of waiting) {
    const named = policyOf(entry);
    if (named && unknown.delete(named.digest))
      add({ kind: "policy", at: entry.at, actor: "system", facts: { ...named }, run_uuid: null });
    const person = pseudonyms.get(entry.phone_number ?? "");
    add(named ? { ...entry, facts: { ...entry.facts, policy: named.digest } } : entry, person);
  }
  return entries;
};

/**
 * Returns a reader of the policy that an attempt was admitted by; null: the entry is none of an attempt. Attempts that are sealed
 * together mostly share theirs, whose one form and digest are found once.
 */
const policyReader = (): ((entry: UnsealedEntry) => NamedPolicy | null) => {
  const known = new Map<string, NamedPolicy>();
  return ({ kind, facts }) => {
    if (kind !== "attempt.requested") return null;
    const policy = isRecord(facts["policy"]) ? facts["policy"] : {};
    const written = JSON.stringify(policy);
    const named = known.get(written) ?? { digest: digestPolicy(writeCanonicalJson(policy)), policy };
    known.set(written, named);
    return named;
  };
};
