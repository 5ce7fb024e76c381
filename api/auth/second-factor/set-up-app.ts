import {
  buildAuthenticatorSealContext,
  confirmAuthenticator,
  findAuthenticator,
  keepAuthenticator,
  ofPerson,
  spendStep,
} from "../../../infra/postgres/access/second-factor.repository.ts";
import {
  buildOneTimeUri,
  createOneTimeSecret,
  encodeBase32,
  findStepOfCode,
} from "../../../infra/secrets/one-time-code.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requirePerson } from "../require-person.ts";
import { countingWrongCodes } from "./count-wrong-codes.ts";
import { finishSetUp } from "./finish-set-up.ts";
import { requireOwnPassword } from "./require-own-password.ts";
import { appExists, noAppStarted, wrongCode } from "./second-factor.errors.ts";
import type { confirmAppBody, passwordBody } from "./second-factor.schemas.ts";

/** Makes a secret for an app. It protects nothing until the app has shown a code of it. */
export const startApp = async (context: OperationContext, { body }: OperationInput<{ body: typeof passwordBody }>) => {
  const person = await requireOwnPassword(context, body.password);
  const secret = createOneTimeSecret();
  const sealed = context.secrets.seal(secret.toString("base64"), buildAuthenticatorSealContext(person.user_id));
  const kept = await ofPerson(context.database, person.user_id, (tx) =>
    keepAuthenticator(tx, { userId: person.user_id, sealed }),
  );
  if (!kept) throw appExists();
  return { secret: encodeBase32(secret), uri: buildOneTimeUri(secret, { email: person.email, issuer: "Ringdown" }) };
};

/** Takes the app's first code; every other session of the person ends, because it was opened by the password alone. */
export const confirmApp = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof confirmAppBody }>,
) => {
  const { userId } = requirePerson(context);
  const now = context.clock.now();
  return countingWrongCodes(context, { subject: `first-code:${userId}`, refusal: wrongCode }, () =>
    ofPerson(context.database, userId, async (tx) => {
      const app = await findAuthenticator(tx);
      if (!app || app.confirmed_at) throw noAppStarted();
      const secret = context.secrets.open(app.secret_sealed, buildAuthenticatorSealContext(userId));
      const step = findStepOfCode(Buffer.from(secret, "base64"), body.code, now);
      if (step === null || !(await spendStep(tx, step))) return null;
      await confirmAuthenticator(tx, now);
      return finishSetUp(context, tx);
    }),
  );
};
