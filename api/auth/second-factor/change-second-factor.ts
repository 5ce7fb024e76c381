import {
  hasSecondFactor,
  ofPerson,
  readSecondFactor,
  removeAuthenticator,
  removePasskey,
  removeRecoveryCodes,
  replaceRecoveryCodes,
} from "../../../infra/postgres/access/second-factor.repository.ts";
import { createRecoveryCodes } from "../../../infra/secrets/one-time-code.ts";
import { invalidField } from "../../http/http-error.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requirePerson } from "../require-person.ts";
import { requireOwnPassword } from "./require-own-password.ts";
import { methodNotFound } from "./second-factor.errors.ts";
import type { passwordBody, removeSecondFactorBody } from "./second-factor.schemas.ts";

export const getSecondFactor = async (context: OperationContext) => {
  const { userId } = requirePerson(context);
  return ofPerson(context.database, userId, async (tx) => {
    const { hasApp, passkeys, recoveryCodesLeft } = await readSecondFactor(tx);
    return {
      has_app: hasApp,
      passkeys,
      recovery_codes_left: recoveryCodesLeft,
      needed_from: context.actor.secondFactorFrom ?? null,
    };
  });
};

/** Removes the app or a passkey; recovery codes go with the last of them. */
export const removeSecondFactor = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof removeSecondFactorBody }>,
) => {
  const { app, passkey_id: passkeyId } = body;
  if (app === (passkeyId !== undefined)) throw invalidField(["app"], "Give either app or passkey_id");
  const { user_id: userId } = await requireOwnPassword(context, body.password);
  await ofPerson(context.database, userId, async (tx) => {
    const removed = passkeyId === undefined ? await removeAuthenticator(tx) : await removePasskey(tx, passkeyId);
    if (!removed) throw methodNotFound();
    if (!hasSecondFactor(await readSecondFactor(tx))) await removeRecoveryCodes(tx);
  });
  return { success: true };
};

/** Makes new recovery codes; those before no longer work. */
export const renewRecoveryCodes = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof passwordBody }>,
) => {
  const { user_id: userId } = await requireOwnPassword(context, body.password);
  const codes = createRecoveryCodes();
  await ofPerson(context.database, userId, async (tx) => {
    if (!hasSecondFactor(await readSecondFactor(tx))) throw methodNotFound();
    await replaceRecoveryCodes(tx, { userId, codes });
  });
  return { recovery_codes: codes };
};
