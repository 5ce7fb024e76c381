/** One account's settings, decrypted: the fields of `CarrierDescription` by name. */
export type CarrierCredentials = Readonly<Record<string, string | number | boolean>>;

/** A setting of the account as text; "" when it is missing, which the carrier then refuses in its own words. */
export const readSetting = (credentials: CarrierCredentials, name: string): string => String(credentials[name] ?? "");
