import { createHash } from "node:crypto";
import type { Client } from "@elastic/elasticsearch";
import { buildSearchableText } from "../../../domain/document/searchable-text.ts";
import { joinTerms, listTerms } from "../../../domain/document/terms.ts";
import { type Edition, type Passage, PassageIndexError } from "../passage-index.ts";
import { buildScopeKey } from "../scope-key.ts";
import { buildEditionKey, buildOrganizationKey } from "./current-editions.ts";

/** So many passages have about four megabytes of vectors. */
const PASSAGES_PER_REQUEST = 200;
const REMOVED_PER_REQUEST = 5_000;

export interface Target {
  client: Client;
  /** Alias of the passages. */
  index: string;
  organizationId: number;
}

export const putPassages = async (
  { client, index, organizationId }: Target,
  passages: readonly Passage[],
): Promise<void> => {
  for (let from = 0; from < passages.length; from += PASSAGES_PER_REQUEST) {
    const page = passages.slice(from, from + PASSAGES_PER_REQUEST);
    const routing = buildOrganizationKey(organizationId);
    await sendBulk(
      client,
      index,
      page.flatMap((passage) => [
        { index: { _id: entryId(organizationId, passage), routing } },
        entryOf(organizationId, passage),
      ]),
    );
  }
};

/** Passage ids are unique only within an organization and model, and may have any length. */
const entryId = (organizationId: number, { model, id }: Passage): string =>
  `${buildOrganizationKey(organizationId)}/${createHash("sha256").update(`${model}\n${id}`).digest("base64url")}`;

const entryOf = (organizationId: number, passage: Passage) => ({
  organization: buildOrganizationKey(organizationId),
  id: passage.id,
  edition: buildEditionKey(passage),
  document_uuid: passage.documentUuid,
  version: passage.version,
  model: passage.model,
  scope: buildScopeKey(passage.scope),
  chunk_index: passage.ordinal,
  text: passage.text,
  context: passage.context,
  terms: passage.terms ?? joinTerms(listTerms(buildSearchableText(passage))),
  // The engine refuses a vector of zeros.
  ...(passage.vector.some((value) => value !== 0) && { vector: Array.from(passage.vector) }),
});

const sendBulk = async (client: Client, index: string, operations: Record<string, unknown>[]): Promise<void> => {
  const { errors, items } = await client.bulk({ index, operations });
  if (!errors) return;
  const faults = items.flatMap((item) => Object.values(item)).filter(({ status, error }) => error && status !== 404);
  const first = faults[0];
  if (!first) return;
  const isPassing = faults.every(({ status }) => status === 429 || status >= 500);
  throw new PassageIndexError(
    isPassing ? "unavailable" : "refused",
    `Elasticsearch refused ${faults.length} of ${items.length} passages (${first.status} ${first.error?.type ?? ""})`,
  );
};

/** Removes a document's passages, or only these of them, in bulk; recent ones are made visible first, so that none is left. */
export const removePassages = async (
  { client, index, organizationId }: Target,
  { documentUuid, except, ids }: { documentUuid: string; except?: Edition; ids?: readonly string[] },
): Promise<void> => {
  const routing = buildOrganizationKey(organizationId);
  for (;;) {
    await client.indices.refresh({ index });
    const { hits } = await client.search({
      index,
      routing,
      size: REMOVED_PER_REQUEST,
      _source: false,
      sort: ["_doc"],
      track_total_hits: false,
      query: {
        bool: {
          filter: [
            { term: { organization: routing } },
            { term: { document_uuid: documentUuid } },
            ...(ids ? [{ terms: { id: [...ids] } }] : []),
          ],
          must_not: except ? [{ term: { edition: buildEditionKey(except) } }] : [],
        },
      },
    });
    if (hits.hits.length === 0) return;
    await sendBulk(
      client,
      index,
      hits.hits.map(({ _id: id = "" }) => ({ delete: { _id: id, routing } })),
    );
  }
};
