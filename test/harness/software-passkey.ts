import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A passkey in software, which answers as an authenticator does that keeps its key to itself. */
export interface SoftwarePasskey {
  id: string;
  /** Answers `navigator.credentials.create`. */
  register(options: { challenge: string; origin: string }): object;
  /** Answers `navigator.credentials.get`; each answer counts one up. */
  answer(options: { challenge: string; origin: string }): object;
  /** How often it has answered, as the authenticator counts. */
  count: number;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();

type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>;

/** Writes the parts of CBOR (RFC 8949) that passkeys are made of. */
const encode = (value: Cbor): Buffer => {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [encode(key), encode(item)])]);
  return Buffer.concat([head(2, value.length), value]);
};

const head = (kind: number, size: number): Buffer => {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
};

const PRESENT = 0x01;
const WITH_CREDENTIAL = 0x40;

export const createSoftwarePasskey = (host: string): SoftwarePasskey => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  // COSE: an elliptic curve key for ES256 on P-256.
  const key = new Map<Cbor, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
  const writeData = (flags: number, rest = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(passkey.count);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, rest]);
  };
  const writeClientData = (type: string, { challenge, origin }: { challenge: string; origin: string }) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const named = { id: base64(id), rawId: base64(id), type: "public-key", clientExtensionResults: {} };
  const passkey: SoftwarePasskey = {
    id: named.id,
    count: 0,
    register: (options) => {
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, encode(key)]);
      const attestation = new Map<Cbor, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", writeData(PRESENT | WITH_CREDENTIAL, credential)],
      ]);
      const clientDataJSON = base64(writeClientData("webauthn.create", options));
      return {
        ...named,
        response: { clientDataJSON, attestationObject: base64(encode(attestation)), transports: ["usb"] },
      };
    },
    answer: (options) => {
      passkey.count += 1;
      const data = writeData(PRESENT);
      const clientData = writeClientData("webauthn.get", options);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), privateKey);
      return {
        ...named,
        response: { clientDataJSON: base64(clientData), authenticatorData: base64(data), signature: base64(signature) },
      };
    },
  };
  return passkey;
};
