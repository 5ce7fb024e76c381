import { buildMentionPattern } from "../../domain/privacy/person.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildAnswerSealContext } from "../../infra/postgres/idempotency/answer-context.ts";
import type { IdempotencyKey } from "../../infra/postgres/idempotency/idempotency-key.entity.ts";
import {
  buildOriginalSealContext,
  listOriginalsAfter,
  replaceOriginal,
} from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { addToReceipt } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { DONE, type Erasure, type ErasureDependencies } from "./erasure.ts";

const ANSWERS_AT_ONCE = 200;
const GONE = 410;
const ERASED = { detail: "The answer named a person who was erased" };

/** Opens the originals that are kept of others' words, and blots the person out of them. */
export const blotOriginals = async ({ database, secrets }: ErasureDependencies, erasure: Erasure) => {
  const { organizationId, uuid, person } = erasure;
  const text = buildMentionPattern(person.own);
  if (text === null) return DONE;
  for (let after = 0; ; ) {
    const from = after;
    const page = await database.inOrganization(organizationId, async (tx) => {
      const rows = await listOriginalsAfter(tx, from, ANSWERS_AT_ONCE);
      let count = 0;
      for (const { id, run_id: runId, kind, original_sealed } of rows) {
        const context = buildOriginalSealContext({ organizationId, runId }, kind);
        const whole = secrets.open(original_sealed, context);
        const blotted = whole.replaceAll(new RegExp(text, "gi"), "[erased]");
        if (blotted === whole) continue;
        await replaceOriginal(tx, id, secrets.seal(blotted, context));
        count += 1;
      }
      await addToReceipt(tx, uuid, { place: "kept_originals_mentions", count });
      return rows;
    });
    after = page.at(-1)?.id ?? after;
    if (page.length < ANSWERS_AT_ONCE) return DONE;
  }
};

/** Opens the kept answers of the organization; those that name the person say from now on that it was erased. */
export const blotAnswers = async ({ database, secrets }: ErasureDependencies, erasure: Erasure) => {
  const { organizationId, uuid, person } = erasure;
  const text = buildMentionPattern(person.own);
  if (text === null) return DONE;
  const pattern = new RegExp(text, "i");
  const contextOf = ({ credential, key }: IdempotencyKey) => buildAnswerSealContext(organizationId, credential, key);
  for (let after: IdempotencyKey | undefined; ; ) {
    const last = after;
    const page = await database.inOrganization(organizationId, async (tx) => {
      const rows = await listAnswers(tx, last);
      const named = rows.filter(
        (row) => row.answer_sealed && pattern.test(secrets.open(row.answer_sealed, contextOf(row))),
      );
      for (const row of named)
        await tx
          .updateTable("idempotency_keys")
          .set({ status: GONE, answer_sealed: secrets.seal(JSON.stringify(ERASED), contextOf(row)) })
          .where("credential", "=", row.credential)
          .where("key", "=", row.key)
          .execute();
      await addToReceipt(tx, uuid, { place: "idempotency_keys", count: named.length });
      return rows;
    });
    after = page.at(-1);
    if (page.length < ANSWERS_AT_ONCE) return DONE;
  }
};

const listAnswers = (tx: OrganizationTransaction, after: IdempotencyKey | undefined): Promise<IdempotencyKey[]> =>
  tx
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("answer_sealed", "is not", null)
    .$if(after !== undefined, (rows) =>
      rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("credential", "key"), ">", tuple(after?.credential ?? "", after?.key ?? "")),
      ),
    )
    .orderBy("credential")
    .orderBy("key")
    .limit(ANSWERS_AT_ONCE)
    .execute();
