import { createSubtreeReader } from "../../application/record/record-store.ts";
import { isRecord } from "../../domain/json/json-value.ts";
import { proveInclusion } from "../../domain/record/tree-proofs.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findRecordTree, listSealedOfRun } from "../../infra/postgres/record/record.repository.ts";
import { recordHashes } from "../../infra/record/record-hashes.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { findLogFolder } from "./find-log-folder.ts";
import { nothingSealed, runNotFound } from "./record.errors.ts";
import type { runProofParams } from "./record.schemas.ts";
import { sealForAnswer } from "./seal-for-answer.ts";

/**
 * Returns what the record says of a call, with the proof of each entry. Waiting entries are sealed first. Entries stay when the rows of a
 * call were removed: by its uuid it is proved all the same.
 */
export const proveRun = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof runProofParams }>,
) => {
  const found = await context.inOrganization((tx) => findUuid(tx, params));
  const uuid = found ?? params.run_id;
  if (typeof uuid === "number") throw runNotFound();
  await sealForAnswer(context);
  const { tree, entries } = await context.inOrganization(async (tx) => ({
    tree: await findRecordTree(tx),
    entries: await listSealedOfRun(tx, uuid),
  }));
  if (found === undefined && !entries.some(({ line }) => isOfAgent(line, params.workflow_id))) throw runNotFound();
  if (!tree) throw nothingSealed();
  const read = createSubtreeReader(context, await findLogFolder(context), tree.size);
  const proven = [];
  for (const { index, kind, line } of entries) {
    const proof = await proveInclusion({ index, size: tree.size }, read, recordHashes);
    proven.push({ index, kind, line, proof: proof.map((hash) => Buffer.from(hash).toString("base64")) });
  }
  return { checkpoint: tree.checkpoint, entries: proven };
};

type Asked = OperationInput<{ params: typeof runProofParams }>["params"];

/** Finds the uuid of a run that has a row. */
const findUuid = async (tx: OrganizationTransaction, { workflow_id: agentId, run_id: run }: Asked) => {
  const named = tx.selectFrom("call_runs").select("uuid").where("agent_id", "=", agentId);
  const found = await named.where(typeof run === "number" ? "id" : "uuid", "=", run).executeTakeFirst();
  return found?.uuid;
};

/** The end of every call is told by its agent. */
const isOfAgent = (line: string, agentId: number): boolean => {
  const entry: unknown = JSON.parse(line);
  return isRecord(entry) && entry["actor"] === `agent:${agentId}`;
};
