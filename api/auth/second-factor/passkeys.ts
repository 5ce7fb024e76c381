import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { CHALLENGE_GOOD_FOR_MS } from "../../../domain/access/second-factor.ts";
import { type Config, readPublicBaseUrl } from "../../../infra/config/config.ts";
import type { Passkey } from "../../../infra/postgres/access/passkey.entity.ts";
import { passkeysNeedName } from "./second-factor.errors.ts";

/** Whom passkeys are made for: the host of the platform's own address, without its port. */
interface Party {
  host: string;
  origin: string;
}

const readParty = (config: Config): Party | null => {
  const { hostname, origin } = new URL(readPublicBaseUrl(config));
  const hasName = !/^[\d.]+$|^\[/.test(hostname);
  return hasName ? { host: hostname, origin } : null;
};

const requireParty = (config: Config): Party => {
  const party = readParty(config);
  if (!party) throw passkeysNeedName();
  return party;
};

type Known = Pick<Passkey, "credential_id" | "transports">;

const describeKnown = ({ credential_id, transports }: Known) => ({ id: credential_id, transports });

/** Returns what a browser makes a new passkey from. Throws 409 where the platform's address has no name. */
export const offerPasskey = (
  config: Config,
  { userId, email, known }: { userId: number; email: string; known: readonly Known[] },
) =>
  generateRegistrationOptions({
    rpName: "Ringdown",
    rpID: requireParty(config).host,
    userName: email,
    userID: Buffer.from(String(userId)),
    timeout: CHALLENGE_GOOD_FOR_MS,
    excludeCredentials: known.map(describeKnown),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });

/** Returns what a browser answers with one of the passkeys; null where there is none, or the address has no name. */
export const askForPasskey = async (config: Config, known: readonly Known[]) => {
  const party = readParty(config);
  if (!party || known.length === 0) return null;
  return generateAuthenticationOptions({
    rpID: party.host,
    timeout: CHALLENGE_GOOD_FOR_MS,
    allowCredentials: known.map(describeKnown),
    userVerification: "preferred",
  });
};

type NewPasskey = Parameters<typeof verifyRegistrationResponse>[0]["response"];
type GivenPasskey = Parameters<typeof verifyAuthenticationResponse>[0]["response"];

/** Returns the passkey that a browser has made; null or an error of the library: it is not one for this challenge. */
export const readNewPasskey = async (
  config: Config,
  { response, challenge }: { response: NewPasskey; challenge: string },
): Promise<Pick<Passkey, "credential_id" | "public_key" | "counter" | "transports"> | null> => {
  const { host, origin } = requireParty(config);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: false,
  });
  if (!verified) return null;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports: [...transports] };
};

/** Returns the new count of the passkey's uses; null: it did not answer this challenge. */
export const checkPasskey = async (
  config: Config,
  { response, challenge, passkey }: { response: GivenPasskey; challenge: string; passkey: Passkey },
): Promise<number | null> => {
  const party = readParty(config);
  if (!party) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for whatever does not fit: another origin, challenge or signature, a count that went back.
    return null;
  }
};
