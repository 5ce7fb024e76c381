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

/** What a sign-up asks for, sealed: the hash of a password is in it, and it travels by mail. */
export const signSignUp = ({ tokens, secrets }: Keys, claims: SignUpClaims, expiresAt: Date): string =>
  tokens.sign(secrets.seal(JSON.stringify(claims), PURPOSE).toString("base64url"), { purpose: PURPOSE, expiresAt });

/** Null for what nobody signed, or what has expired. */
export const readSignUp = ({ tokens, secrets, clock }: Keys & { clock: Clock }, token: string): SignUpClaims | null => {
  const sealed = tokens.read(token, { purpose: PURPOSE, now: clock.now() });
  if (sealed === null) return null;
  return signUpClaims.parse(JSON.parse(secrets.open(Buffer.from(sealed, "base64url"), PURPOSE)));
};
