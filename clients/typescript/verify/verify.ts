import { checkBudgets } from "./budgets.ts";
import { COSIGNATURE, readVerifierKey } from "./checkpoint.ts";
import { checkCaps, checkDialledOnce, checkDoNotCall, checkPauses } from "./dialling.ts";
import type { Finding } from "./finding.ts";
import { type Bytes } from "./hashes.ts";
import { checkHours } from "./hours.ts";
import { checkKinds } from "./kinds.ts";
import { checkPolicies } from "./policies.ts";
import { checkReport } from "./report.ts";
import { checkRules } from "./rules.ts";
import { checkTree } from "./tree.ts";
import { readZip } from "./zip.ts";

/** What somebody brings besides the file. */
export interface Trust {
  /** Verifier keys: all that have signed, where a key was changed. */
  keys: readonly string[];
  /** Checkpoints that were kept from earlier: they show a record that was cut off or forked. */
  checkpoints?: readonly string[];
  /** Keys of witnesses that must have cosigned it. */
  witnesses?: readonly string[];
}

/**
 * Checks the record of a campaign, promise by promise. It needs no network and nothing of the platform but the file and its public
 * key. Throws where the file is no record at all.
 */
export const verifyRecord = async (
  archive: Bytes,
  { keys, checkpoints = [], witnesses = [] }: Trust,
): Promise<Finding[]> => {
  const files = await readZip(archive);
  const textOf = (name: string) => {
    const bytes = files.get(name);
    if (!bytes) throw new TypeError(`The file has no ${name}: it is no record of a campaign`);
    return new TextDecoder().decode(bytes);
  };
  const kept: string[] = JSON.parse(textOf("checkpoints.json"));
  const { findings, entries } = await checkTree({
    lines: splitLines(textOf("entries.jsonl")),
    leaves: files.get("leaves") ?? new Uint8Array(),
    note: textOf("checkpoint"),
    earlier: [
      ...kept.map((note) => ({ note, of: "file" as const })),
      ...checkpoints.map((note) => ({ note, of: "kept" as const })),
    ],
    keys: await Promise.all(keys.map((key) => readVerifierKey(key))),
    witnesses: await Promise.all(witnesses.map((key) => readVerifierKey(key, COSIGNATURE))),
  });
  const { finding, policies } = await checkPolicies(entries, JSON.parse(textOf("policies.json")));
  const rules = checkRules(entries, policies);
  return [
    ...findings,
    checkKinds(entries),
    finding,
    checkDialledOnce(entries),
    checkDoNotCall(entries),
    checkPauses(entries),
    checkHours(entries, policies),
    checkCaps(entries, policies),
    ...(rules ? [rules] : []),
    checkBudgets(entries, policies),
    checkReport(entries, JSON.parse(textOf("report.json"))),
  ];
};

const SHOWN_FAULTS = 10;

/** Says what was found, a line for each promise and each entry where one does not hold. */
export const describeFindings = (findings: readonly Finding[]): string => {
  const lines = findings.flatMap(({ promise, checked, of, faults, notes = [] }) => [
    `${faults.length === 0 ? "yes" : "NO "}  ${promise} (${checked} ${of})`,
    ...notes.map((note) => `       ${note}`),
    ...faults
      .slice(0, SHOWN_FAULTS)
      .map(({ entry, sentence }) => `       ${entry === null ? "" : `entry ${entry}: `}${sentence}`),
    ...(faults.length > SHOWN_FAULTS ? [`       and ${faults.length - SHOWN_FAULTS} more`] : []),
  ]);
  return `${lines.join("\n")}\n`;
};

export const holds = (findings: readonly Finding[]): boolean => findings.every(({ faults }) => faults.length === 0);

/** Each line ends with a line feed; what stands behind the last one was added. */
const splitLines = (text: string): string[] => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
