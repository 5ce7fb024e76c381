import { CHALLENGE_GOOD_FOR_MS, MOST_PASSKEYS } from "../../../domain/access/second-factor.ts";
import {
  addPasskey,
  findChallenge,
  makeChallenge,
  ofPerson,
  readSecondFactor,
  spendChallenge,
} from "../../../infra/postgres/access/second-factor.repository.ts";
import { findViolatedConstraint } from "../../../infra/postgres/unique-violation.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requirePerson } from "../require-person.ts";
import { finishSetUp } from "./finish-set-up.ts";
import { offerPasskey, readNewPasskey } from "./passkeys.ts";
import { requireOwnPassword } from "./require-own-password.ts";
import { passkeyExists, passkeyInvalid, tooManyPasskeys } from "./second-factor.errors.ts";
import { type confirmPasskeyBody, newPasskeyOfBrowser, type passwordBody } from "./second-factor.schemas.ts";

/** Returns what a browser makes a passkey from. */
export const startPasskey = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof passwordBody }>,
) => {
  const { user_id: userId, email } = await requireOwnPassword(context, body.password);
  const now = context.clock.now();
  return ofPerson(context.database, userId, async (tx) => {
    const { passkeys: known } = await readSecondFactor(tx);
    if (known.length >= MOST_PASSKEYS) throw tooManyPasskeys();
    const options = await offerPasskey(context.config, { userId, email, known });
    const challenge = {
      uuid: context.ids.uuid(),
      user_id: userId,
      purpose: "passkey" as const,
      challenge: options.challenge,
      expires_at: new Date(now.getTime() + CHALLENGE_GOOD_FOR_MS),
    };
    await makeChallenge(tx, { ...challenge, now });
    return { challenge_id: challenge.uuid, options: { ...options } };
  });
};

type Input = OperationInput<{ body: typeof confirmPasskeyBody }>;

/** Keeps the passkey that the browser has made; every other session of the person ends. */
export const confirmPasskey = async (context: OperationContext, { body }: Input) => {
  const { userId } = requirePerson(context);
  const asked = { purpose: "passkey" as const, uuid: body.challenge_id, now: context.clock.now() };
  return ofPerson(context.database, userId, async (tx) => {
    const challenge = await findChallenge(tx, asked);
    if (!challenge || !(await spendChallenge(tx, challenge.uuid))) throw passkeyInvalid();
    const passkey = await readPasskey(context, body.passkey, challenge.challenge);
    try {
      await addPasskey(tx, { ...passkey, user_id: userId, name: body.name });
    } catch (error) {
      throw findViolatedConstraint(error) === "passkeys_credential_id_key" ? passkeyExists() : error;
    }
    return finishSetUp(context, tx);
  });
};

const readPasskey = async ({ config }: OperationContext, response: Input["body"]["passkey"], challenge: string) => {
  const read = newPasskeyOfBrowser.safeParse(response);
  if (!read.success) throw passkeyInvalid(read.error);
  try {
    const passkey = await readNewPasskey(config, { response: read.data, challenge });
    if (passkey) return passkey;
  } catch (cause) {
    // The library throws for whatever does not fit.
    throw passkeyInvalid(cause);
  }
  throw passkeyInvalid();
};
