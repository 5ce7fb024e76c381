import { startAppOperation, startPasskeyOperation } from "../../../api/auth/second-factor/second-factor.operations.ts";
import { describeProof } from "../../../domain/access/identity-provider.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import { computeOneTimeCode, findStepOf } from "../../../infra/secrets/one-time-code.ts";
import { hashPassword } from "../../../infra/secrets/password-hash.ts";
import { createSoftwarePasskey } from "../../harness/software-passkey.ts";
import type { Change, Changes, Place } from "./change.ts";

const PASSWORD = "a password";

/** The owner's session, and a password. */
const withPassword = async ({ platform, tenant }: Place): Promise<{ token: string }> => {
  await platform.test.everything
    .updateTable("users")
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where("id", "=", tenant.owner.userId)
    .execute();
  return { token: tenant.owner.token };
};

const clientOf = ({ platform, tenant }: Place) => platform.api.client({ token: tenant.owner.token });

const decode = (secret: string): Buffer => {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

const withAppStarted = async (place: Place): Promise<Change> => {
  const session = await withPassword(place);
  const { body } = await clientOf(place).call(startAppOperation, { body: { password: PASSWORD } });
  return { ...session, body: { code: computeOneTimeCode(decode(body.secret), findStepOf(new Date())) } };
};

const withPasskeyStarted = async (place: Place): Promise<Change> => {
  const session = await withPassword(place);
  const { body } = await clientOf(place).call(startPasskeyOperation, { body: { password: PASSWORD } });
  const origin = readPublicBaseUrl(place.platform.api.dependencies.config);
  const passkey = createSoftwarePasskey("localhost").register({ challenge: String(body.options["challenge"]), origin });
  return { ...session, body: { challenge_id: body.challenge_id, passkey } };
};

/** A person with an app that has shown a code. */
const giveApp = async ({ platform: { test } }: Place, userId: number): Promise<void> => {
  await test.everything
    .insertInto("authenticators")
    .values({ user_id: userId, secret_sealed: Buffer.from("sealed"), confirmed_at: new Date(), last_step: 1 })
    .execute();
};

const withApp = async (place: Place): Promise<Change> => {
  await giveApp(place, place.tenant.owner.userId);
  return withPassword(place);
};

const CLIENT = { client_id: "ringdown", client_secret: "a secret" };

/** A provider that answers as far as somebody asks who sets it. */
const withProvider = ({ platform: { receiver }, tenant }: Place): Change => {
  const issuer = receiver.url;
  receiver.answer = (_request, response) =>
    void response.setHeader("content-type", "application/json").end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      }),
    );
  return { token: tenant.owner.token, body: { issuer, ...CLIENT } };
};

const asOwner = ({ tenant }: Place): Change => ({ token: tenant.owner.token });

/** How people of an organization prove who they are. */
export const signInChanges: Changes = {
  "account.startApp": withPassword,
  "account.confirmApp": withAppStarted,
  "account.startPasskey": withPassword,
  "account.confirmPasskey": withPasskeyStarted,
  "account.removeSecondFactor": withApp,
  "account.renewRecoveryCodes": withApp,
  "organizations.signIn.set": asOwner,
  "organizations.identityProvider.set": withProvider,
  "organizations.identityProvider.remove": asOwner,
  "organizations.directoryToken.make": asOwner,
  "organizations.directoryToken.remove": asOwner,
  "organizations.domains.add": asOwner,
  "organizations.domains.check": (place) => {
    const { name, text } = describeProof("example.com", "a token");
    place.platform.dns.texts.set(name, text);
    return asOwner(place);
  },
  "organizations.domains.mail": asOwner,
  "organizations.domains.remove": asOwner,
  "team.members.resetSecondFactor": async (place) => {
    await giveApp(place, place.tenant.viewer.userId);
    return { token: place.tenant.owner.token };
  },
};
