/** One account's settings, decrypted: the fields of `CarrierDescription` by name. */
export type CarrierCredentials = Readonly<Record<string, string | number | boolean>>;
