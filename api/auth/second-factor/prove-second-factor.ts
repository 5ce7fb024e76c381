import { knowsOrigin } from "../../../infra/postgres/access/known-origins.repository.ts";
import { findMember } from "../../../infra/postgres/access/members.repository.ts";
import { findPersonById } from "../../../infra/postgres/access/person.repository.ts";
import {
  buildAuthenticatorSealContext,
  findAuthenticator,
  findChallenge,
  noteUseOfPasskey,
  ofPerson,
  type PersonTransaction,
  readSecondFactor,
  spendChallenge,
  spendRecoveryCode,
  spendStep,
} from "../../../infra/postgres/access/second-factor.repository.ts";
import { findStepOfCode, normalizeRecoveryCode } from "../../../infra/secrets/one-time-code.ts";
import { type HalfLogIn, readHalfLogIn } from "../../../infra/secrets/second-factor-token.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { enter } from "../enter-by-password.ts";
import { identifyKnownBrowser } from "../known-browser.ts";
import { noteInOrganizations } from "../note-log-in.ts";
import { countingWrongCodes } from "./count-wrong-codes.ts";
import { checkPasskey } from "./passkeys.ts";
import { halfLogInInvalid, wrongSecondFactor } from "./second-factor.errors.ts";
import { passkeyOfBrowser, type proveSecondFactorBody } from "./second-factor.schemas.ts";

type Input = OperationInput<{ body: typeof proveSecondFactorBody }> & WithRequest;

/** Opens the session of somebody who has given password and second factor. */
export const proveSecondFactor = async (context: OperationContext, { body, request }: Input) => {
  const { database, tokens, clock } = context;
  const half = readHalfLogIn(tokens, body.token, clock.now());
  const person = half && (await findPersonById(database.withoutOrganization, half.userId));
  if (!half || !person || !half.isFor(person.password_hash)) throw halfLogInInvalid();
  const { userId, organizationId } = half;
  const proven = () => ofPerson(database, userId, (tx) => isProven(context, tx, { half, body }));
  const subject = await nameSubject(context, { userId, request });
  await countingWrongCodes(context, { subject, refusal: wrongSecondFactor }, async () => {
    if (await proven()) return true;
    await noteInOrganizations(context, userId, "log_in_failed");
    return null;
  });
  const member = await database.inOrganization(organizationId, (tx) => findMember(tx, userId));
  if (!member) throw halfLogInInvalid();
  const { email, name, role } = member;
  return enter(context, { userId, organizationId, email, name, role }, { body, request });
};

/** Somebody else who knows the password does not keep the person out where they log in usually. */
const nameSubject = async (
  { config, database, address, clock }: OperationContext,
  { userId, request }: { userId: number } & WithRequest,
): Promise<string> => {
  const browser = identifyKnownBrowser(config, request.headers);
  const isKnown = await knowsOrigin(database, { userId, place: { address, browser }, now: clock.now() });
  return `second-factor:${userId}${isKnown ? ` ${browser ?? address}` : ""}`;
};

interface Given {
  half: HalfLogIn;
  body: Input["body"];
}

/** Takes the factor, and then the log-in: neither works twice. */
const isProven = async (context: OperationContext, tx: PersonTransaction, given: Given): Promise<boolean> => {
  const asked = { purpose: "log_in" as const, uuid: given.half.challengeUuid, now: context.clock.now() };
  const challenge = await findChallenge(tx, asked);
  if (!challenge) throw halfLogInInvalid();
  if (!(await spendFactor(context, tx, { ...given, challenge: challenge.challenge }))) return false;
  if (!(await spendChallenge(tx, challenge.uuid))) throw halfLogInInvalid();
  return true;
};

const spendFactor = async (
  context: OperationContext,
  tx: PersonTransaction,
  { half: { userId }, body, challenge }: Given & { challenge: string },
): Promise<boolean> => {
  const now = context.clock.now();
  if (body.recovery_code) return spendRecoveryCode(tx, normalizeRecoveryCode(body.recovery_code), now);
  if (body.code) {
    const app = await findAuthenticator(tx);
    if (!app?.confirmed_at) return false;
    const secret = context.secrets.open(app.secret_sealed, buildAuthenticatorSealContext(userId));
    const step = findStepOfCode(Buffer.from(secret, "base64"), body.code, now);
    return step !== null && spendStep(tx, step);
  }
  const response = passkeyOfBrowser.safeParse(body.passkey).data;
  const passkey = (await readSecondFactor(tx)).passkeys.find(({ credential_id: id }) => id === response?.id);
  if (!response || !passkey) return false;
  const counter = await checkPasskey(context.config, { response, challenge, passkey });
  if (counter === null) return false;
  await noteUseOfPasskey(tx, { id: passkey.id, counter, at: now });
  return true;
};
