import { z } from "zod";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";

/** A document that a newer version of a template brings, with the answers in it. */
export const upgradeDocument = z.object({ uuid: z.string(), filename: z.string(), text: z.string() });
export type UpgradeDocument = z.output<typeof upgradeDocument>;

const dueDocuments = z.object({
  documents: z.array(upgradeDocument),
  /** True when the organization was told that its storage is full. */
  is_full_told: z.boolean().default(false),
});
type DueDocuments = z.output<typeof dueDocuments>;

/** Stores documents as due, beside those that are due already. The caller holds the hire's row. */
export const storeDueDocuments = async (
  tx: OrganizationTransaction,
  hire: TemplateHire,
  documents: readonly UpgradeDocument[],
): Promise<void> => {
  if (documents.length === 0) return;
  const due = readDue(hire);
  const added = documents.filter(({ uuid }) => !due.documents.some((each) => each.uuid === uuid));
  await write(tx, hire, { ...due, documents: [...due.documents, ...added] });
};

/**
 * Locks the hire of an agent until the transaction ends, and returns it with the documents that its upgrades still have to bring.
 */
export const lockDueDocuments = async (
  tx: OrganizationTransaction,
  agentId: number | null,
): Promise<{ hire: TemplateHire; due: DueDocuments } | null> => {
  const hire = await tx
    .selectFrom("template_hires")
    .selectAll()
    .where("agent_id", "=", agentId)
    .where("documents_due", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  return hire ? { hire, due: readDue(hire) } : null;
};

/** Removes a document from those that are due, because it exists. */
export const settleDueDocument = async (
  tx: OrganizationTransaction,
  agentId: number | null,
  uuid: string,
): Promise<void> => {
  const found = await lockDueDocuments(tx, agentId);
  if (!found) return;
  await write(tx, found.hire, {
    documents: found.due.documents.filter((each) => each.uuid !== uuid),
    is_full_told: false,
  });
};

/**
 * Records that the organization was told of its full storage; returns true only to the first caller, until a document has found
 * room again.
 */
export const markFullTold = async (tx: OrganizationTransaction, agentId: number | null): Promise<boolean> => {
  const found = await lockDueDocuments(tx, agentId);
  if (!found || found.due.is_full_told) return false;
  await write(tx, found.hire, { ...found.due, is_full_told: true });
  return true;
};

const readDue = ({ documents_due }: TemplateHire): DueDocuments =>
  documents_due === null ? { documents: [], is_full_told: false } : dueDocuments.parse(documents_due);

const write = async (tx: OrganizationTransaction, { id }: TemplateHire, due: DueDocuments): Promise<void> => {
  const documents_due = due.documents.length === 0 ? null : due;
  await tx.updateTable("template_hires").set({ documents_due }).where("id", "=", id).execute();
};
