import { CHALLENGE_GOOD_FOR_MS } from "../../domain/access/second-factor.ts";
import type { Account } from "../../infra/postgres/access/access.repository.ts";
import {
  hasSecondFactor,
  makeChallenge,
  ofPerson,
  readSecondFactor,
  type SecondFactor,
} from "../../infra/postgres/access/second-factor.repository.ts";
import { signHalfLogIn } from "../../infra/secrets/second-factor-token.ts";
import type { OperationRequest } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createAcceptedAnswer, type RawAnswer } from "../http/raw-answer.ts";
import { presentSession } from "./auth.presenter.ts";
import { openSession } from "./open-session.ts";
import { rememberLogIn } from "./remember-log-in.ts";
import { askForPasskey } from "./second-factor/passkeys.ts";
import { halfLogInAnswer } from "./second-factor/second-factor.schemas.ts";
import { setSessionCookie } from "./set-session-cookie.ts";

/** Somebody whose password was right. */
interface KnownPerson extends Account {
  passwordHash: string;
}

interface Asked {
  body: { cookie: boolean };
  request: OperationRequest;
}

/** Opens the session of somebody whose password was right; who has a second factor is asked for it first. */
export const enterByPassword = async (context: OperationContext, account: KnownPerson, asked: Asked) =>
  (await askForSecondFactor(context, account)) ?? (await enter(context, account, asked));

/** Opens a session of somebody who has proved who they are, and remembers the place. */
export const enter = async (context: OperationContext, account: Account, { body, request }: Asked) => {
  const session = await context.database.inOrganization(account.organizationId, async (tx) =>
    presentSession(setSessionCookie(context, await openSession(context, tx, account), body), account),
  );
  await rememberLogIn(context, { userId: account.userId, request, cookie: body.cookie });
  return session;
};

/** Returns the answer that asks for the second factor; null: the person has none. */
const askForSecondFactor = async (
  context: OperationContext,
  { userId, organizationId, passwordHash }: Pick<KnownPerson, "userId" | "organizationId" | "passwordHash">,
): Promise<RawAnswer | null> => {
  const { config, database, tokens, ids } = context;
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + CHALLENGE_GOOD_FOR_MS);
  const uuid = ids.uuid();
  return ofPerson(database, userId, async (tx) => {
    const factor = await readSecondFactor(tx);
    if (!hasSecondFactor(factor)) return null;
    const options = await askForPasskey(config, factor.passkeys);
    const challenge = options?.challenge ?? uuid;
    await makeChallenge(tx, { uuid, user_id: userId, purpose: "log_in", challenge, expires_at: expiresAt, now });
    const answer = halfLogInAnswer.parse({
      second_factor_needed: true,
      token: signHalfLogIn(tokens, { userId, organizationId, challengeUuid: uuid, passwordHash, expiresAt }),
      expires_at: expiresAt,
      methods: listMethods(factor, options !== null),
      passkey_options: options && { ...options },
    });
    return createAcceptedAnswer(answer);
  });
};

const listMethods = ({ hasApp, recoveryCodesLeft }: SecondFactor, takesPasskeys: boolean) => [
  ...(takesPasskeys ? ["passkey" as const] : []),
  ...(hasApp ? ["app" as const] : []),
  ...(recoveryCodesLeft > 0 ? ["recovery_code" as const] : []),
];
