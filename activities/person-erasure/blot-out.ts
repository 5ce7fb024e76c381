import { buildMentionPattern } from "../../domain/privacy/person.ts";
import { blotActs, blotMentions, countParts, listMentionTables } from "../../infra/postgres/privacy/blot-mentions.ts";
import { addToReceipt } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { DONE, type Erasure, type ErasureDependencies } from "./erasure.ts";

/** Blots number, address and name out of everybody's text, part of a table by part. */
export const blotOut = async ({ database }: ErasureDependencies, { organizationId, uuid, person }: Erasure) => {
  const pattern = buildMentionPattern(person.own);
  if (pattern === null) return DONE;
  for (const { table, columns } of listMentionTables()) {
    const parts = await database.inOrganization(organizationId, (tx) => countParts(tx, table));
    for (let part = 0; part < parts; part += 1)
      await database.inOrganization(organizationId, async (tx) => {
        const count = await blotMentions(tx, { table, columns, part }, pattern);
        await addToReceipt(tx, uuid, { place: `${table}_mentions`, count });
      });
  }
  await database.inOrganization(organizationId, async (tx) => {
    await addToReceipt(tx, uuid, { place: "acts_mentions", count: await blotActs(tx, pattern) });
  });
  return DONE;
};
