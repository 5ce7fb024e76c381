import type { Client } from "@elastic/elasticsearch";
import pRetry from "p-retry";
import { z } from "zod";
import { type Edition, PassageIndexError } from "../passage-index.ts";

/** Returns an edition as Elasticsearch stores it. */
export const buildEditionKey = ({ documentUuid, version, model }: Edition): string =>
  `${documentUuid}/${version}/${model}`;

export const buildOrganizationKey = (organizationId: number): string => `org-${organizationId}`;

/** The server's default limit for the terms of a filter; with one more no search of the organization would work. */
export const MOST_DOCUMENTS = 65_536;
const MAX_RETRIES = 49;
const CONFLICT = 409;
const TOO_MANY = `Elasticsearch searches ${MOST_DOCUMENTS} documents of an organization at most: delete some`;

const answerSchema = z.object({
  found: z.boolean(),
  _seq_no: z.number().optional(),
  _primary_term: z.number().optional(),
  _source: z.object({ editions: z.array(z.string()) }).optional(),
});

class ChangedMeanwhileError extends PassageIndexError {
  constructor() {
    super("unavailable", "Too many documents of the organization changed at once");
  }
}

/**
 * Changes which edition of a document readers find; null: none. The organization has one entry, which a search reads as
 * it is at that moment: a change is visible at once and as a whole. Simultaneous changes are applied one after another.
 */
export const writeCurrentEdition = (client: Client, index: string, change: EditionChange): Promise<void> =>
  pRetry(() => tryToWrite(client, index, change), {
    retries: MAX_RETRIES,
    minTimeout: 5,
    factor: 1.1,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof ChangedMeanwhileError,
  });

interface EditionChange {
  organizationId: number;
  documentUuid: string;
  edition: Edition | null;
}

const tryToWrite = async (client: Client, index: string, change: EditionChange): Promise<void> => {
  const id = buildOrganizationKey(change.organizationId);
  const before = answerSchema.parse((await client.get({ index, id }, { ignore: [404], meta: true })).body);
  const editions = changed(before._source?.editions ?? [], change);
  if (editions === null) return;
  if (editions.length > MOST_DOCUMENTS) throw new PassageIndexError("full", TOO_MANY);
  const condition = before.found
    ? { if_seq_no: before._seq_no ?? 0, if_primary_term: before._primary_term ?? 0 }
    : { op_type: "create" as const };
  const { statusCode } = await client.index(
    { index, id, document: { editions }, ...condition },
    { ignore: [CONFLICT], meta: true },
  );
  if (statusCode === CONFLICT) throw new ChangedMeanwhileError();
};

/** Returns null when there is nothing to change. */
const changed = (
  before: readonly string[],
  { documentUuid, edition }: { documentUuid: string; edition: Edition | null },
): string[] | null => {
  const others = before.filter((key) => !key.startsWith(`${documentUuid}/`));
  const wanted = edition === null ? others : [...others, buildEditionKey(edition)];
  const isSo = wanted.length === before.length && wanted.every((key) => before.includes(key));
  return isSo ? null : wanted;
};
