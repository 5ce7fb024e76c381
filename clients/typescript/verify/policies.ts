import { type Entry, type Facts, isRecord, textOf } from "./entries.ts";
import { createFinding, type Finding } from "./finding.ts";
import { sha256, toHex } from "./hashes.ts";

/** Tells whether each policy is the one that the attempts name, in the record and in the file of policies. */
export const checkPolicies = async (
  entries: readonly Entry[],
  listed: unknown,
): Promise<{ finding: Finding; policies: Map<string, Facts> }> => {
  const finding = createFinding("Attempts were admitted by the policies that are here", "policies");
  const policies = new Map<string, Facts>();
  for (const { index, kind, facts } of entries) {
    const digest = textOf(facts, kind === "policy" ? "digest" : "policy") ?? "";
    if (kind === "policy") {
      finding.checked += 1;
      const policy = facts["policy"];
      if (isRecord(policy) && (await digestOf(policy)) === digest) policies.set(digest, policy);
      else
        finding.faults.push({ entry: index, sentence: `The policy of entry ${index} is another than its digest says` });
    }
    if (kind === "attempt.requested" && !policies.has(digest))
      finding.faults.push({ entry: index, sentence: `The policy of entry ${index} is not in the record before it` });
  }
  for (const [digest, policy] of Object.entries(isRecord(listed) ? listed : {})) {
    finding.checked += 1;
    if ((await digestOf(policy)) !== digest || !policies.has(digest))
      finding.faults.push({ entry: null, sentence: `The file of policies has another policy for ${digest}` });
  }
  return { finding, policies };
};

const digestOf = async (policy: unknown): Promise<string> =>
  `sha256:${toHex(await sha256(new TextEncoder().encode(canonical(policy))))}`;

/** The one form of a value of JSON by RFC 8785. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
};
