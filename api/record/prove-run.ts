import { createSubtreeReader } from "../../application/record/record-store.ts";
import { proveInclusion } from "../../domain/record/tree-proofs.ts";
import { findRecordTree, listSealedOfRun } from "../../infra/postgres/record/record.repository.ts";
import { recordHashes } from "../../infra/record/record-hashes.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { findLogFolder } from "./find-log-folder.ts";
import { nothingSealed, runNotFound } from "./record.errors.ts";
import type { runProofParams } from "./record.schemas.ts";
import { sealForAnswer } from "./seal-for-answer.ts";

/** Returns what the record says of a call, with the proof of each entry. Waiting entries are sealed first. */
export const proveRun = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof runProofParams }>,
) => {
  const run = await context.inOrganization((tx) =>
    tx
      .selectFrom("call_runs")
      .select("uuid")
      .where("id", "=", params.run_id)
      .where("agent_id", "=", params.workflow_id)
      .executeTakeFirst(),
  );
  if (!run) throw runNotFound();
  await sealForAnswer(context);
  const { tree, entries } = await context.inOrganization(async (tx) => ({
    tree: await findRecordTree(tx),
    entries: await listSealedOfRun(tx, run.uuid),
  }));
  if (!tree) throw nothingSealed();
  const read = createSubtreeReader(context, await findLogFolder(context), tree.size);
  const proven = [];
  for (const { index, kind, line } of entries) {
    const proof = await proveInclusion({ index, size: tree.size }, read, recordHashes);
    proven.push({ index, kind, line, proof: proof.map((hash) => Buffer.from(hash).toString("base64")) });
  }
  return { checkpoint: tree.checkpoint, entries: proven };
};
