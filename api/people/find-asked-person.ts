import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { MOST_NUMBERS_OF_PERSON } from "../../domain/privacy/person.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findPerson, isOwnNumber, keepOwn } from "../../infra/postgres/privacy/find-person.repository.ts";
import type { ErasedPerson } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { invalidField, invalidParameter } from "../http/http-error.ts";
import { ownNumber } from "./people.errors.ts";

/** Finds what the person is known by who is asked for by a number or an address. */
export const findAskedPerson = async (
  tx: OrganizationTransaction,
  { phone_number, email = "" }: { phone_number?: string | undefined; email?: string | undefined },
): Promise<ErasedPerson> => {
  const asked = phone_number === undefined ? { email } : { phoneNumber: await readNumber(tx, phone_number) };
  const person = await findPerson(tx, asked);
  const count = person.numbers.length;
  if (count > MOST_NUMBERS_OF_PERSON)
    throw invalidField(
      ["email"],
      `${count} numbers are known by this address, which is no person's own: ask by a number`,
    );
  return { ...person, asked: [asked], own: await keepOwn(tx, person) };
};

const readNumber = async (tx: OrganizationTransaction, written: string): Promise<string> => {
  const number = parsePhoneNumber(written, await readOrganizationCountry(tx));
  if (!number.ok) throw invalidField(["phone_number"], number.reason);
  if (await isOwnNumber(tx, number.e164)) throw ownNumber();
  return number.e164;
};

/** Reads the number of a query, as E.164; throws 422 where it is none. */
export const readPersonNumber = async (tx: OrganizationTransaction, written: string): Promise<string> => {
  const number = parsePhoneNumber(written, await readOrganizationCountry(tx));
  if (!number.ok) throw invalidParameter("phone_number", number.reason);
  return number.e164;
};
