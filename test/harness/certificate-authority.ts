import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A certificate with its key, in PEM. */
export interface Certified {
  certificate: string;
  key: string;
}

/** An authority that nobody knows but the test. */
export interface CertificateAuthority {
  /** PEM. */
  certificate: string;
  /** Issues a certificate for a server of these names, or for a client. */
  issue(dnsNames: readonly string[]): Certified;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const DNS_NAME = 0x82;
/** Object identifiers as they are written: common name, ecdsa-with-SHA256, basic constraints, alternative names. */
const COMMON_NAME = Buffer.from("0603550403", "hex");
const ECDSA_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const BASIC_CONSTRAINTS = Buffer.from("0603551d13", "hex");
const ALTERNATIVE_NAMES = Buffer.from("0603551d11", "hex");
const TRUE = Buffer.from("0101ff", "hex");
const VALID = ["200101000000Z", "491231235959Z"];

/** Creates an authority that signs with the curve P-256, by X.509 (RFC 5280) in DER: only what TLS needs. */
export const createCertificateAuthority = (name: string): CertificateAuthority => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const isAuthority = der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, der(OCTET_STRING, der(SEQUENCE, TRUE)));
  return {
    certificate: certificateOf({
      issuer: name,
      subject: name,
      publicKey,
      signedWith: privateKey,
      extension: isAuthority,
    }),
    issue: (dnsNames) => {
      const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const names = dnsNames.map((each) => der(DNS_NAME, Buffer.from(each)));
      const extension = der(SEQUENCE, ALTERNATIVE_NAMES, der(OCTET_STRING, der(SEQUENCE, ...names)));
      const subject = dnsNames[0] ?? name;
      const told = { issuer: name, subject, publicKey: own.publicKey, signedWith: privateKey, extension };
      return {
        certificate: certificateOf(told),
        key: own.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      };
    },
  };
};

interface CertificateContent {
  issuer: string;
  subject: string;
  publicKey: KeyObject;
  signedWith: KeyObject;
  extension: Buffer;
}

const certificateOf = ({ issuer, subject, publicKey, signedWith, extension }: CertificateContent): string => {
  const algorithm = der(SEQUENCE, ECDSA_SHA256);
  const content = der(
    SEQUENCE,
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    der(SEQUENCE, ...VALID.map((time) => der(UTC_TIME, Buffer.from(time)))),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, extension)),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign("sha256", content, signedWith));
  const base64 = der(SEQUENCE, content, algorithm, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`;
};

const nameOf = (text: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(text)))));

const integer = (bytes: Buffer): Buffer => der(0x02, bytes);

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
};

const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
};
