import { type AskedPerson, mergePersons } from "../../domain/privacy/person.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { type Database, openDatabase } from "../postgres/database.ts";
import { findPerson, keepOwn, listKnownPeople } from "../postgres/privacy/find-person.repository.ts";
import { insertErasure } from "../postgres/privacy/person-erasures.repository.ts";
import { createSecretBox, type SecretBox } from "../secrets/secret-box.ts";
import { type KnownErasure, readErasureList } from "./erasure-list.ts";

interface Repetition {
  applicationUrl: string;
  objectStore: Pick<ObjectStore, "list" | "read">;
  encryptionKeys: readonly [string, ...string[]];
  backupKeys: readonly string[];
  /** The instant of the backup: what was erased before it is not in it. */
  since: Date;
}

/**
 * Begins the erasures again that were carried out after the backup, for the people whom it has brought back; their workflows are
 * started by maintenance. Returns how many.
 */
export const repeatErasures = async (repetition: Repetition): Promise<number> => {
  const { applicationUrl, objectStore, encryptionKeys, backupKeys, since } = repetition;
  const secrets = createSecretBox([...encryptionKeys, ...backupKeys]);
  const byOrganization = new Map<number, KnownErasure[]>();
  for await (const known of readErasureList(objectStore, secrets)) {
    if (new Date(known.listed.erased_at) <= since) continue;
    const { organization_id: organizationId } = known.listed;
    byOrganization.set(organizationId, [...(byOrganization.get(organizationId) ?? []), known]);
  }
  if (byOrganization.size === 0) return 0;
  const database = openDatabase({ url: applicationUrl, poolSize: 1, applicationName: "ringdown-restore" });
  try {
    let repeated = 0;
    for (const [organizationId, erasures] of byOrganization)
      repeated += await repeatInOrganization(database, { organizationId, erasures, secrets });
    return repeated;
  } finally {
    await database.close();
  }
};

const repeatInOrganization = (
  database: Database,
  {
    organizationId,
    erasures,
    secrets,
  }: { organizationId: number; erasures: readonly KnownErasure[]; secrets: SecretBox },
): Promise<number> =>
  database.inOrganization(organizationId, async (tx) => {
    const people = await listKnownPeople(tx);
    let repeated = 0;
    for (const { listed, isOf } of erasures) {
      const numbers = people.numbers.filter(isOf);
      const emails = people.emails.filter(isOf);
      if (numbers.length + emails.length === 0) continue;
      const asked: AskedPerson[] =
        numbers.length > 0 ? numbers.map((phoneNumber) => ({ phoneNumber })) : emails.map((email) => ({ email }));
      const found = [];
      for (const each of asked) found.push(await findPerson(tx, each));
      const person = mergePersons([{ numbers, emails }, ...found]);
      await insertErasure(tx, secrets, {
        organizationId,
        uuid: listed.uuid,
        reason: "Carried out again after a restore",
        keepDoNotCall: listed.keep_do_not_call,
        actor: "system",
        person: { ...person, asked, own: await keepOwn(tx, person) },
      });
      repeated += 1;
    }
    return repeated;
  });
