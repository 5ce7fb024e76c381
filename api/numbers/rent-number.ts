import type { CarrierAccount } from "../../application/telephony/find-carrier-account.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { NumberRental } from "../../infra/postgres/number/number-rental.entity.ts";
import { deleteRental, findOpenRental } from "../../infra/postgres/number/number-rental.repository.ts";
import { findConnectedNumber, type PhoneNumberWithAgent } from "../../infra/postgres/number/phone-number.repository.ts";
import { computeAccountFingerprint } from "../../infra/postgres/telephony/telephony.repository.ts";
import { findViolatedConstraint } from "../../infra/postgres/unique-violation.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { askCarrier, findAccountForNumbers, requireCarrierNumbers } from "./find-account-for-numbers.ts";
import { requireInboundAgent } from "./find-phone-number.ts";
import { followRental } from "./follow-rental.ts";
import type { rentNumberBody } from "./managed-numbers.schemas.ts";
import { alreadyConnected, alreadyOnAccount, rentedByAnother } from "./numbers.errors.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";
import { readNumber } from "./read-number.ts";

/**
 * Rents a number, once, however often it is requested. The row is written first, then the workflow `numberRental` asks
 * the carrier at most once and finds the result of an order whose answer was lost. A process that dies in between
 * leaves a rental without a request: the same request continues it.
 */
export const rentNumber = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof rentNumberBody }>,
) => {
  const phoneNumber = await readNumber(context, body.phone_number);
  const { account, known } = await context.inOrganization(async (tx) => {
    const chosen = await findAccountForNumbers(context, tx, body.telephony_configuration_id);
    await requireInboundAgent(tx, body.workflow_id);
    return { account: chosen, known: await findKnown(tx, { telephonyAccountId: chosen.account.id, phoneNumber }) };
  });
  return answerWith(
    context,
    known ?? (await openRental(context, account, { phoneNumber, agentId: body.workflow_id ?? null })),
  );
};

/** A number that is connected here or being rented. */
type Known = { number: PhoneNumberWithAgent } | { rental: NumberRental };

const answerWith = (context: OperationContext, known: Known) =>
  "number" in known ? answerWithConnected(known.number) : followRental(context, known.rental);

interface Order {
  telephonyAccountId: number;
  phoneNumber: string;
}

/** The rental is read first: if it ends in between, its number is found afterwards. */
const findKnown = async (tx: OrganizationTransaction, order: Order): Promise<Known | null> => {
  const rental = await findOpenRental(tx, order);
  const number = await findConnected(tx, order);
  if (number) return { number };
  return rental ? { rental } : null;
};

const findConnected = (tx: OrganizationTransaction, { telephonyAccountId, phoneNumber }: Order) =>
  findConnectedNumber(tx, { telephonyAccountId, e164: phoneNumber });

const answerWithConnected = (number: PhoneNumberWithAgent) => {
  if (!number.managed || number.release_requested_at !== null) throw alreadyConnected();
  return presentPhoneNumber(number);
};

/**
 * Opens the rental. A number that is on the account before it is ordered would make a lost answer ambiguous: it is
 * refused, unless another request of the organization has brought it there since this one checked.
 */
const openRental = async (
  context: OperationContext,
  account: CarrierAccount,
  { phoneNumber, agentId }: { phoneNumber: string; agentId: number | null },
): Promise<Known> => {
  const numbers = requireCarrierNumbers(account);
  const order = { telephonyAccountId: account.account.id, phoneNumber };
  const findEarlier = () => context.inOrganization((tx) => findKnown(tx, order));
  if (await askCarrier(account, () => numbers.findOwned(account.credentials, phoneNumber))) {
    const earlier = await findEarlier();
    if (earlier) return earlier;
    throw alreadyOnAccount(account.carrier.description.displayName);
  }
  try {
    return await context.inOrganization(async (tx) => {
      const rental = await insertRental(tx, { context, account, phoneNumber, agentId });
      // A rental that ended after the carrier was asked does not conflict with this row, but its number now exists.
      const number = await findConnected(tx, order);
      if (!number) return { rental };
      await deleteRental(tx, rental.id);
      return { number };
    });
  } catch (error) {
    if (!findViolatedConstraint(error)?.startsWith("number_rentals_")) throw error;
    // Another request for it is in progress: here, or in another organization with the same account.
    const earlier = await findEarlier();
    if (earlier) return earlier;
    throw rentedByAnother();
  }
};

const insertRental = (
  tx: OrganizationTransaction,
  rental: { context: OperationContext; account: CarrierAccount; phoneNumber: string; agentId: number | null },
): Promise<NumberRental> => {
  const { context, account, phoneNumber, agentId } = rental;
  return tx
    .insertInto("number_rentals")
    .values({
      organization_id: context.actor.organizationId,
      uuid: context.ids.uuid(),
      telephony_configuration_id: account.account.id,
      account_fingerprint: computeAccountFingerprint(account.carrier.description, account.credentials),
      phone_number: phoneNumber,
      inbound_agent_id: agentId,
      actor: formatActor(context.actor),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};
