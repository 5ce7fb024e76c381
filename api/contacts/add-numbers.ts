import { MOST_INVALID_SHOWN } from "../../domain/contact/do-not-call.ts";
import type { ParsedNumber } from "../../domain/number/phone-number.ts";
import { addToDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { DoNotCallEntry } from "../../infra/postgres/contact/do-not-call-entry.entity.ts";
import { NUMBERS_PER_TRANSACTION } from "../../infra/postgres/locks.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";

export interface GivenNumber {
  written: string;
  number: ParsedNumber;
  /** The line of the uploaded file; undefined: the number is in the request. */
  line?: number;
}

export interface AdditionTerms {
  source: DoNotCallEntry["source"];
  reason?: string | undefined;
  expiresAt?: Date | undefined;
}

/**
 * Adds a stream of numbers, some hundred a transaction; each is in force from its commit on, all when this returns.
 * After a failure a repetition adds the missing ones. The last transaction writes the timeline.
 */
export const addNumbers = async (
  context: OperationContext,
  given: Iterable<GivenNumber> | AsyncIterable<GivenNumber>,
  terms: AdditionTerms,
) => {
  const total = {
    added: 0,
    already_listed: 0,
    invalid: [] as { phone_number: string; reason: string; line?: number }[],
    invalid_count: 0,
  };
  let batch = new Set<string>();
  const flush = async (isLast: boolean) => {
    const counts = await addBatch(context, [...batch], { terms, addedBefore: total.added, isLast });
    total.added += counts.added;
    total.already_listed += counts.alreadyListed;
    batch = new Set();
  };
  for await (const { written, number, line } of given) {
    if (!number.ok) {
      total.invalid_count += 1;
      if (total.invalid.length < MOST_INVALID_SHOWN)
        total.invalid.push({ phone_number: written, reason: number.reason, ...(line && { line }) });
      continue;
    }
    if (batch.size === NUMBERS_PER_TRANSACTION) await flush(false);
    batch.add(number.e164);
  }
  if (batch.size > 0) await flush(true);
  return total;
};

const addBatch = (
  context: OperationContext,
  phoneNumbers: string[],
  { terms, addedBefore, isLast }: { terms: AdditionTerms; addedBefore: number; isLast: boolean },
) =>
  context.inOrganization(async (tx) => {
    const { organizationId, environment, userId } = context.actor;
    const { source, reason = null, expiresAt = null } = terms;
    const counts = await addToDoNotCall(tx, {
      organizationId,
      environment,
      phoneNumbers,
      source,
      reason,
      expiresAt,
      createdBy: userId,
      actor: formatActor(context.actor),
    });
    const added = addedBefore + counts.added;
    if (isLast && added > 0) {
      const summary =
        added === 1
          ? "A number was added to the do-not-call list"
          : `${added} numbers were added to the do-not-call list`;
      recordTimelineAtCommit(tx, { organizationId, kind: "system", actor: formatActor(context.actor), summary });
    }
    return counts;
  });
