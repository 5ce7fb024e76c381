import type { z } from "zod";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findOpenRental } from "../../infra/postgres/number/number-rental.repository.ts";
import type { CarrierAccount } from "../../infra/postgres/telephony/carrier-account.ts";
import {
  agentExists,
  findConnectedNumber,
  type PhoneNumberWithAgent,
} from "../../infra/postgres/telephony/phone-number.repository.ts";
import { presentPhoneNumber } from "../../infra/postgres/telephony/phone-number-row.ts";
import { accountFingerprint } from "../../infra/postgres/telephony/telephony.repository.ts";
import { violatedConstraint } from "../../infra/postgres/unique-violation.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { accountForNumbers, askCarrier, numbersOf } from "./account-for-numbers.ts";
import { followRental } from "./follow-rental.ts";
import type { rentNumberBody } from "./managed-numbers.schemas.ts";
import { alreadyConnected, alreadyOnAccount, rentedByAnother } from "./numbers.errors.ts";
import { agentNotFound } from "../agents/agents.errors.ts";
import { readNumber } from "./read-number.ts";
import type { NumberRental } from "../../infra/postgres/number/number-rental.entity.ts";

type Body = z.output<typeof rentNumberBody>;

/**
 * Rents a number, once, however often it is asked for. Row first, then the workflow `numberRental`, which asks the carrier
 * at most once and finds out what became of an order whose answer was lost. A process that dies in between leaves a rental
 * that nobody was asked for: the same request goes on with it.
 */
export const rentNumber = async (context: OperationContext, { body }: { body: Body }) => {
  const phoneNumber = await readNumber(context, body.phone_number);
  const { account, known } = await context.inOrganization(async (tx) => {
    const chosen = await accountForNumbers(context, tx, body.telephony_configuration_id);
    if (body.workflow_id !== undefined && !(await agentExists(tx, body.workflow_id))) throw agentNotFound();
    return { account: chosen, known: await findKnown(tx, { configurationId: chosen.account.id, phoneNumber }) };
  });
  if (known.number) return answerWithConnected(known.number);
  const rental =
    known.rental ?? (await openRental(context, account, { phoneNumber, agentId: body.workflow_id ?? null }));
  return followRental(context, rental);
};

interface Order {
  configurationId: number;
  phoneNumber: string;
}

const findKnown = async (tx: OrganizationTransaction, order: Order) => ({
  number: await findConnectedNumber(tx, { configurationId: order.configurationId, e164: order.phoneNumber }),
  rental: await findOpenRental(tx, order),
});

const answerWithConnected = (number: PhoneNumberWithAgent) => {
  if (!number.managed || number.release_requested_at !== null) throw alreadyConnected();
  return presentPhoneNumber(number);
};

/** A number that is on the account before it is ordered would make a lost answer unreadable: it is refused. */
const openRental = async (
  context: OperationContext,
  account: CarrierAccount,
  { phoneNumber, agentId }: { phoneNumber: string; agentId: number | null },
): Promise<NumberRental> => {
  const numbers = numbersOf(account);
  const owned = await askCarrier(account, () => numbers.findOwned(account.credentials, phoneNumber));
  if (owned) throw alreadyOnAccount(account.carrier.description.displayName);
  const order = { configurationId: account.account.id, phoneNumber };
  try {
    return await context.inOrganization((tx) => insertRental(tx, { context, account, phoneNumber, agentId }));
  } catch (error) {
    if (!violatedConstraint(error)?.startsWith("number_rentals_")) throw error;
    // Somebody asks for it at this moment: here, or in another organization with the same account.
    const earlier = await context.inOrganization((tx) => findOpenRental(tx, order));
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
      account_fingerprint: accountFingerprint(account.carrier.description, account.credentials),
      phone_number: phoneNumber,
      inbound_agent_id: agentId,
      actor: actorName(context.actor),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};
