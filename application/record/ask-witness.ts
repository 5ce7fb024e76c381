import { formatSignature } from "../../domain/record/checkpoint.rules.ts";
import { proveConsistency } from "../../domain/record/tree-proofs.ts";
import {
  formatAddCheckpoint,
  MOST_WITNESS_BYTES,
  parseWitnessSize,
  WITNESS_TIMEOUT_MS,
  type Witness,
} from "../../domain/record/witness.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { OutboundRequestError } from "../../infra/guarded-request/outbound-request-error.ts";
import { findCosignature } from "../../infra/record/cosignature.ts";
import { recordHashes } from "../../infra/record/record-hashes.ts";
import { createSubtreeReader } from "./record-store.ts";

/** The checkpoint that is to be cosigned. Its tiles are stored. */
interface Submission {
  note: string;
  size: number;
  logFolder: string;
  /** What the witness is known to have seen; 0: nothing. */
  from: number;
}

/** `seen`: it has seen another size than was thought, and is asked again from there, or has seen more than there is. */
export type WitnessAnswer =
  | { kind: "cosigned"; line: string }
  | { kind: "seen"; size: number }
  | { kind: "refused"; reason: string }
  | { kind: "away"; reason: string };

/** Asks a witness for its cosignature by `add-checkpoint` of C2SP tlog-witness. */
export const askWitness = async (
  deps: Pick<Adapters, "objectStore" | "guardedRequests">,
  witness: Witness,
  { note, size, logFolder, from }: Submission,
): Promise<WitnessAnswer> => {
  const read = createSubtreeReader(deps, logFolder, size);
  const proof = from === 0 ? [] : await proveConsistency({ from, to: size }, read, recordHashes);
  const lines = proof.map((hash) => Buffer.from(hash).toString("base64"));
  try {
    const { status, body } = await deps.guardedRequests.send({
      method: "POST",
      url: `${witness.url}/add-checkpoint`,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: formatAddCheckpoint(from, lines, note),
      timeoutMs: WITNESS_TIMEOUT_MS,
      maxResponseBytes: MOST_WITNESS_BYTES,
    });
    return readAnswer(witness, note, { status, body });
  } catch (error) {
    if (error instanceof OutboundRequestError) return { kind: "away", reason: error.message };
    throw error;
  }
};

const readAnswer = (
  witness: Witness,
  note: string,
  { status, body }: { status: number; body: string },
): WitnessAnswer => {
  if (status === 200) {
    const found = findCosignature(note, body, witness);
    if (found) return { kind: "cosigned", line: formatSignature(found) };
    return { kind: "refused", reason: "Its answer has no cosignature of its key" };
  }
  const size = status === 409 ? parseWitnessSize(body) : null;
  if (size !== null) return { kind: "seen", size };
  if (status >= 500) return { kind: "away", reason: `It answered ${status}` };
  return {
    kind: "refused",
    reason: `It answered ${status}: ${body
      .replaceAll(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, 200)}`,
  };
};
