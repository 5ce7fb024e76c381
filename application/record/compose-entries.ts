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
    const [named] = policyOf(entry) ?? [];
    if (named && unknown.delete(named.digest))
      add({ kind: "policy", at: entry.at, actor: "system", facts: { ...named }, run_uuid: null });
    const key = keys.get(entry.phone_number ?? "");
    const person = entry.phone_number === null || !key ? undefined : computePseudonym(key, entry.phone_number);
    add(named ? { ...entry, facts: { ...entry.facts, policy: named.digest } } : entry, person);
  }
  return entries;
};

/** Returns the policy that an attempt was admitted by; null: the entry is none of an attempt. */
const policyOf = ({ kind, facts }: UnsealedEntry): [NamedPolicy] | null => {
  if (kind !== "attempt.requested") return null;
  const policy = isRecord(facts["policy"]) ? facts["policy"] : {};
  return [{ digest: digestPolicy(writeCanonicalJson(policy)), policy }];
};
