import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { SecretBox } from "./secret-box.ts";
import type { TokenSigner } from "./token-signer.ts";

const PURPOSE = "sign-up";

const signUpClaims = z.object({
  email: z.string(),
  name: z.string().nullable(),
  passwordHash: z.string(),
  organizationName: z.string(),
});

type SignUpClaims = z.output<typeof signUpClaims>;

interface Keys {
  tokens: TokenSigner;
  secrets: SecretBox;
}

/** Seals and signs the data of a sign-up, because it holds a password's hash and is sent by mail. */
export const signSignUp = ({ tokens, secrets }: Keys, claims: SignUpClaims, expiresAt: Date): string =>
  tokens.sign(secrets.seal(JSON.stringify(claims), PURPOSE).toString("base64url"), { purpose: PURPOSE, expiresAt });

/** Reads a sign-up token; null when it is not signed by us or has expired. */
export const readSignUp = ({ tokens, secrets, clock }: Keys & { clock: Clock }, token: string): SignUpClaims | null => {
  const sealed = tokens.read(token, { purpose: PURPOSE, now: clock.now() });
  if (sealed === null) return null;
  return signUpClaims.parse(JSON.parse(secrets.open(Buffer.from(sealed, "base64url"), PURPOSE)));
};
