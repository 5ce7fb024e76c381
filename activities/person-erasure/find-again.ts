import { listOwnEmails, mergePersons, type Person } from "../../domain/privacy/person.ts";
import { writeErasureList } from "../../infra/backup/erasure-list.ts";
import { findPerson, keepOwn, listRunsOf } from "../../infra/postgres/privacy/find-person.repository.ts";
import {
  buildErasureSealContext,
  type ErasedPerson,
  findErasure,
  keepFound,
  openPerson,
} from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { DONE, type Erasure, type ErasureDependencies } from "./erasure.ts";

/**
 * Looks for the person again, and adds what has come since: a call may have begun meanwhile. From here on the erasure stands on the list
 * that a restore carries out again.
 */
export const findAgain = async (deps: ErasureDependencies, erasure: Erasure) => {
  await lookAgain(deps, erasure);
  await putOnList(deps, erasure);
  return DONE;
};

/** Writes the erasure onto the list, with what the person is known by now. */
export const putOnList = async (deps: ErasureDependencies, { organizationId, uuid }: Erasure): Promise<void> => {
  const row = await deps.database.inOrganization(organizationId, (tx) => findErasure(tx, uuid));
  const person = row && openPerson(row, deps.secrets);
  if (!row || !person) return;
  await writeErasureList(deps, {
    organizationId,
    uuid,
    keepDoNotCall: row.keep_do_not_call,
    at: deps.clock.now(),
    person: { numbers: person.numbers, emails: listOwnEmails(person) },
  });
};

/** Returns the runs of the person, the new ones too. */
export const lookAgain = ({ database, secrets }: ErasureDependencies, erasure: Erasure): Promise<readonly number[]> =>
  database.inOrganization(erasure.organizationId, async (tx) => {
    const { uuid, person: known } = erasure;
    const row = await findErasure(tx, uuid);
    const looked: Person[] = [];
    for (const each of known.asked) looked.push(await findPerson(tx, each));
    const all = mergePersons([known, ...looked]);
    const person: ErasedPerson = { ...all, asked: known.asked, own: await keepOwn(tx, all) };
    const found = await listRunsOf(tx, { numbers: all.numbers, emails: listOwnEmails(person) });
    const runs = [...new Set([...(row?.found.runs ?? []), ...found])].toSorted((a, b) => a - b);
    await keepFound(tx, uuid, {
      person: secrets.seal(JSON.stringify(person), buildErasureSealContext(uuid)),
      found: { runs, documents: row?.found.documents ?? [] },
    });
    return runs;
  });
