import { buildMentionPattern, listOwnEmails } from "../../domain/privacy/person.ts";
import { findDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { countMentions, listMentionTables } from "../../infra/postgres/privacy/blot-mentions.ts";
import { countRowsOf, listPersonTables } from "../../infra/postgres/privacy/erase-rows.ts";
import {
  countLiveRuns,
  listDocumentsNaming,
  listNamesOfDocuments,
  listRunsOf,
} from "../../infra/postgres/privacy/find-person.repository.ts";
import type { ErasedPerson } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { findAskedPerson } from "./find-asked-person.ts";
import { presentCounts } from "./people.presenter.ts";
import type { personBody } from "./people.schemas.ts";

/** Tells what is known of a person, place by place, before anything is done about it. */
export const previewPerson = (context: OperationContext, { body }: OperationInput<{ body: typeof personBody }>) =>
  context.inOrganization(async (tx) => {
    const person = await findAskedPerson(tx, body);
    const runIds = await listRunsOf(tx, { numbers: person.numbers, emails: listOwnEmails(person) });
    const pattern = buildMentionPattern(person.own);
    const documentUuids = pattern === null ? [] : await listDocumentsNaming(tx, pattern);
    const found = { organizationId: context.actor.organizationId, numbers: person.numbers, runIds, documentUuids };
    const counts: Record<string, number> = {};
    for (const place of listPersonTables()) counts[place.table] = await countRowsOf(tx, place, found);
    if (pattern !== null) Object.assign(counts, await countAllMentions(tx, pattern));
    return {
      numbers: person.numbers.length,
      calls_under_way: await countLiveRuns(tx, runIds),
      do_not_call: await isListed(tx, person),
      found: presentCounts(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))),
      documents: await listNamesOfDocuments(tx, documentUuids),
    };
  });

const countAllMentions = async (tx: OrganizationTransaction, pattern: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const place of listMentionTables()) counts[`${place.table}_mentions`] = await countMentions(tx, place, pattern);
  return counts;
};

const isListed = async (tx: OrganizationTransaction, { numbers }: ErasedPerson): Promise<boolean> => {
  for (const number of numbers) if (await findDoNotCall(tx, number)) return true;
  return false;
};
