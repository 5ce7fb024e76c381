/** What may be left out of conversations before they are stored or sent. */
export const SENSITIVE_KINDS = [
  "card",
  "iban",
  "email",
  "phone_number",
  "national_id",
  "date_of_birth",
  "password",
] as const;
export type SensitiveKind = (typeof SENSITIVE_KINDS)[number];

/** Something sensitive, with where it stands in the text. */
export interface Sensitive {
  kind: SensitiveKind;
  start: number;
  end: number;
}
